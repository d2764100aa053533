import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startMock } from '../../mock/index.ts'
import { hangingService } from '../testing/hanging-service.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What action.yml has a runner execute for the suite. */
async function stepOfSuite(): Promise<string> {
  const { runs } = parse(await readFile(join(ROOT, 'action.yml'), 'utf8')) as {
    readonly runs: { readonly steps: readonly { readonly id?: string; readonly run?: string }[] }
  }
  return runs.steps.find(({ id }) => id === 'contract')?.run ?? ''
}

test.for([
  ['SIGINT for the first process of the step', 'SIGINT', 130, 1],
  ['SIGTERM for the first process of the step', 'SIGTERM', 143, 1],
  ['SIGTERM for all its processes', 'SIGTERM', 143, -1],
] as const)(
  'a cancelled job ends the run, and names the pets that it has added: %s',
  async ([, signal, code, whom]) => {
    await using mock = await startMock({ port: 0 })
    await using service = await hangingService(mock.baseUrl)
    const folder = await mkdtemp(join(tmpdir(), 'petstore-action-'))
    const at = (name: string): string => join(folder, name)
    for (const name of ['output', 'page']) await writeFile(at(name), '')
    await writeFile(at('step.sh'), await stepOfSuite())
    // As a runner does, which signals it so: https://docs.github.com/actions/reference/workflows-and-actions/workflow-cancellation
    const step = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', at('step.sh')], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE: process.execPath,
        BASE_URL: service.baseUrl,
        PETSTORE_API_KEY: 'free-demo-key',
        FLAGS: '--only CREATE-1',
        SECOND_KEY: '',
        PLAN: '',
        KNOWN: '',
        CHOICES: '',
        REPORTS: at('reports'),
        RUNNER_TEMP: folder,
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_OUTPUT: at('output'),
        GITHUB_STEP_SUMMARY: at('page'),
      },
    })
    // It ends when the last process that may still write to it has ended.
    const log = text(step.stdout)
    await service.hangs
    process.kill(whom * (step.pid ?? 0), signal)
    expect(await once(step, 'exit')).toEqual([code, null])
    const named = `The run was interrupted (${signal}); it has added `
    expect(/^::error .*/m.exec(await log)?.[0]).toContain(`interrupted::${named}`)
    expect(await readFile(at('page'), 'utf8')).toContain(named)
    expect(await readFile(at('output'), 'utf8')).toBe(`exit-code=${code}\n`)
    expect(await readFile(at('reports/contract.xml'), 'utf8')).toContain(named)
    await rm(folder, { recursive: true })
  },
)
