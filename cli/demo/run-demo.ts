import { runScenario } from '../../mock/scenarios/run-scenario.ts'
import type { ScenarioReport } from '../../mock/scenarios/scenario-report.ts'
import { perMinuteOf, ScenarioError, scenarioOf, type Scenario } from '../../mock/scenarios/scenario.ts'
import { planName } from '../../spec/plans.ts'
import { figure } from '../../spec/wording.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { createPaint, type Paint, type Style } from '../environment/paint.ts'
import type { DemoFlags } from './demo-command.ts'
import { openDemoMock, type DemoMock } from './demo-mock.ts'
import { endReport } from './end-report.ts'
import { broken } from './in-lines.ts'
import { liveChart } from './live-chart.ts'
import { heightOf } from './picture.ts'
import { plainLines, type Audience } from './plain-lines.ts'

/** `petstore demo rate-limit`: plays a scenario before the user's eyes; resolves with the exit code 0 when it is over. */
export async function runDemo(flags: DemoFlags, environment: Environment): Promise<number> {
  const { stdout } = environment
  const paint = createPaint(environment.colours)
  try {
    const scenario = scenarioOf({ ...flags, ...(flags.client && { clients: flags.client }) })
    await using mock = await openDemoMock(flags.baseUrl, environment)
    const intro = (style: Style, text: string): string =>
      broken(text, environment.columns ?? Infinity)
        .map((line) => `${paint(style, line)}\n`)
        .join('')
    const { audience, advice = '' } = audienceOf(scenario, environment, paint)
    const below = [pace(scenario), advice].filter(Boolean).map((text) => intro('dim', text))
    stdout.write(`${intro('bold', title(scenario))}${below.join('')}\n`)
    const report = await play(scenario, mock, audience, environment)
    stdout.write(`\n${endReport(report, paint, environment.columns)}`)
    return 0
  } catch (error) {
    throw error instanceof ScenarioError ? new CommandError(error.message, { cause: error }) : error
  }
}

async function play(
  scenario: Scenario,
  { control, world }: DemoMock,
  audience: Audience,
  { fetch, now, after, random, ending }: Environment,
): Promise<ScenarioReport> {
  try {
    const stage = { control, world, signal: ending, publish: audience.publish }
    return await runScenario(scenario, stage, { fetch, now, after, random })
  } finally {
    audience.close()
  }
}

/** A chart where stdout is a terminal that can draw over what it has drawn, and has room for it; or lines, with advice on how to get a chart. */
function audienceOf(
  scenario: Scenario,
  environment: Environment,
  paint: Paint,
): { readonly audience: Audience; readonly advice?: string } {
  const { stdout, after, now, variables, columns, rows = 0 } = environment
  if (columns === undefined || variables['TERM'] === 'dumb') return { audience: plainLines(stdout) }
  // The cursor stands in a line of its own.
  const needed = heightOf(scenario, columns) + 1
  if (rows < needed) {
    const advice = `For a chart, make this terminal ${needed} rows high, not ${rows}, and run the demo again.`
    return { audience: plainLines(stdout), advice }
  }
  const chart = liveChart(scenario, {
    stdout,
    after,
    paint,
    // A terminal can be made wider and narrower.
    columns: () => environment.columns ?? columns,
    rows: () => environment.rows ?? rows,
    now,
  })
  return { audience: chart }
}

function title({ plan, clients, requests }: Scenario): string {
  const who = clients.length === 1 ? 'The client needs' : 'Each client needs'
  return `Plan ${planName(plan)}: ${figure(perMinuteOf(plan))} requests a minute. ${who} ${figure(requests)} served.`
}

function pace({ speed }: Scenario): string {
  return `Times are by the mock's clock, which runs ${speed === 1 ? 'at the speed of real time' : `${speed} times as fast as real time`}.`
}
