// Tries action.yml and mock/action.yml: validates them by the published schema, and runs their steps in a shell as a runner does.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import type { Project } from './try-them.ts'

const root = join(import.meta.dirname, '../..')
const CONTRACT = join(root, 'action.yml')
const MOCK = join(root, 'mock/action.yml')

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

interface Step {
  readonly id?: string
  readonly if?: string
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, string>>
}

type Values = Readonly<Record<string, string>>

/** What a job gets from an action. */
interface Ran {
  readonly code: number
  readonly log: string
  readonly summary: string
  readonly outputs: Values
  /** The actions of others that it used, with their inputs. */
  readonly used: readonly { readonly uses: string; readonly with: Values }[]
}

/** The promises of the two actions, each with its check, in this order. */
export const actionTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'has actions that are valid by the published schema, and pass no input to a shell as code': async ({
    folder,
  }) => {
    const validator: unknown = createRequire(join(folder, 'package.json'))('@action-validator/core')
    type Validate = (source: string) => { errors: unknown }
    const { validateAction, validateWorkflow } = validator as Record<
      `validate${'Action' | 'Workflow'}`,
      Validate
    >
    for (const file of [CONTRACT, MOCK]) {
      const source = await readFile(file, 'utf8')
      assert.deepEqual(validateAction(source).errors, [], file)
      for (const { run = '', uses } of (parse(source) as Action).runs.steps) {
        assert.doesNotMatch(run, /\$\{\{/)
        if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/)
      }
    }
    assert.notDeepEqual(validateAction('name: no more than that').errors, [])
    for (const file of await readdir(join(root, '.github/workflows'))) {
      const source = await readFile(join(root, '.github/workflows', file), 'utf8')
      assert.deepEqual(validateWorkflow(source).errors, [], file)
    }
  },

  'has an action that starts a mock, and one that checks a service, with its report': async ({ folder }) => {
    const workspace = await mkdtemp(join(folder, 'job-'))
    const mock = await runAction(MOCK, { port: '0', flags: '--limits on --pets 40' }, workspace)
    assert.equal(mock.code, 0, mock.log)
    try {
      const given = { 'base-url': mock.outputs['base-url'] ?? '', 'api-key': 'pro-demo-key', plan: 'pro' }
      const passed = await runAction(CONTRACT, given, workspace)
      assert.equal(passed.code, 0, passed.log)
      assert.equal(passed.outputs['exit-code'], '0')
      assert.match(passed.summary, /^## ⚠️ Pet Store contract: conformant as far as verified\n/)
      const [upload] = passed.used
      assert.deepEqual(upload?.with, {
        name: 'petstore-contract',
        path: 'petstore-contract',
        'if-no-files-found': 'ignore',
      })
      const reports = await readdir(join(workspace, 'petstore-contract'))
      assert.deepEqual(reports.sort(), ['choices.yaml', 'contract.html', 'contract.json', 'contract.xml'])

      const accepted = '# see ticket 1234\n- { clause: LIST-4, reason: "pages of 25", until: 2999-12-31 }\n'
      await writeFile(join(workspace, 'known.yaml'), accepted)
      await writeFile(join(workspace, 'before.yaml'), 'limit-above-100: clamped\n')
      const compared = {
        known: 'known.yaml',
        choices: 'before.yaml',
        flags: '--read-only --timeout 9',
        artifact: '',
      }
      const failed = await runAction(CONTRACT, { ...given, ...compared }, workspace)
      assert.equal(failed.code, 1)
      assert.equal(failed.outputs['exit-code'], '1')
      assert.match(failed.log, /^::error file=known\.yaml,line=2,title=LIST-4 /m)
      assert.match(failed.summary, /Changed since the choices were saved: 1 open point/)
      assert.deepEqual(failed.used, [])
      // The runner must execute no command in what the suite prints about a service.
      assert.match(failed.log, /^::stop-commands::(\S+)\n(?:(?!::).*\n)+::\1::$/m)
      assert.doesNotMatch(failed.log, /pro-demo-key/)

      const onOccupiedPort = await runAction(MOCK, { port: new URL(given['base-url']).port }, workspace)
      assert.equal(onOccupiedPort.code, 1)
      assert.match(onOccupiedPort.log, /The mock did not start:\n.*port/)
      assert.doesNotMatch(onOccupiedPort.log, /No such file/)
    } finally {
      process.kill(Number(mock.outputs['pid']))
    }
  },

  'has an action that fails without its inputs, and names a service that it cannot reach': async ({
    folder,
  }) => {
    const workspace = await mkdtemp(join(folder, 'job-'))
    const given = { 'base-url': 'http://127.0.0.1:1/v1', 'api-key': 'key' }
    assert.match(
      (await runAction(CONTRACT, { ...given, 'base-url': '' }, workspace)).log,
      /base-url is empty/,
    )
    assert.match((await runAction(CONTRACT, { ...given, 'api-key': '' }, workspace)).log, /api-key is empty/)
    const unreachable = await runAction(CONTRACT, given, workspace)
    assert.equal(unreachable.outputs['exit-code'], '2')
    assert.match(unreachable.log, /127\.0\.0\.1:1/)
  },
}

/** Runs the steps of a composite action as a runner does. Actions of others are only recorded. */
async function runAction(file: string, given: Values, workspace: string): Promise<Ran> {
  const { inputs, outputs, runs } = parse(await readFile(file, 'utf8')) as Action
  for (const name of Object.keys(given)) assert(name in inputs, `${file} has no input ${name}`)
  const values = new Map(
    Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, given[name] ?? input.default ?? '']),
  )
  const temp = await mkdtemp(join(workspace, 'runner-'))
  let [code, log, summary] = [0, '', '']
  const used: Ran['used'][number][] = []
  for (const [at, step] of runs.steps.entries()) {
    if (!isRun(step.if, code, values)) continue
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: fillIn(step.with, values) })
      continue
    }
    const place = join(temp, String(at))
    await mkdir(place)
    const files = { GITHUB_OUTPUT: join(place, 'output'), GITHUB_STEP_SUMMARY: join(place, 'summary') }
    for (const path of Object.values(files)) await writeFile(path, '')
    await writeFile(join(place, 'step.sh'), step.run ?? '')
    const runner = {
      GITHUB_ACTION_PATH: dirname(file),
      RUNNER_TEMP: temp,
      GITHUB_WORKSPACE: workspace,
      ...files,
    }
    const shell = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', join(place, 'step.sh')], {
      cwd: workspace,
      env: { ...process.env, ...runner, ...fillIn(step.env, values) },
    })
    const [out, err, [status]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'exit') as Promise<[number | null]>,
    ])
    log += out + err
    if (status !== 0) code = status ?? 1
    summary += await readFile(files.GITHUB_STEP_SUMMARY, 'utf8')
    for (const line of (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n')) {
      const [name = '', ...rest] = line.split('=')
      if (name !== '') values.set(`steps.${String(step.id)}.outputs.${name}`, rest.join('='))
    }
  }
  const declared = Object.entries(outputs).map(([name, { value }]) => [name, value] as const)
  return { code, log, summary, outputs: fillIn(Object.fromEntries(declared), values), used }
}

/** Whether a step runs: without a condition, if no step has failed. Only the conditions of our actions are understood. */
function isRun(condition: string | undefined, code: number, values: ReadonlyMap<string, string>): boolean {
  if (condition === undefined) return code === 0
  const terms = condition.replace(/^\$\{\{|\}\}$/g, '').split('&&')
  return terms.every((term) => {
    if (term.trim() === 'always()') return true
    const [, name = ''] =
      /^([\w.-]+) != ''$/.exec(term.trim()) ?? assert.fail(`unsupported condition: ${term}`)
    return (values.get(name) ?? '') !== ''
  })
}

/** Replaces the expressions in texts by their values. */
function fillIn(texts: Values = {}, values: ReadonlyMap<string, string>): Values {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      value.replaceAll(
        /\$\{\{ ([\w.-]+) \}\}/g,
        (_whole, expression: string) => values.get(expression) ?? '',
      ),
    ]),
  )
}
