import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('contract.sh', import.meta.url))

/** Writes the report of a run, as the suite does. */
const REPORTED = `echo '## conformant' > "$RUNNER_TEMP/petstore-contract.md"`

/** Runs the suite itself. */
const SUITE = `shift; exec '${process.execPath}' '${join(import.meta.dirname, '../index.ts')}' "$@"`

/** What a folder has that another job did not clean. */
const OF_AN_EARLIER_RUN = ['choices.yaml', 'contract.html', 'contract.json', 'contract.xml', 'own.txt']

/** What the action leaves of a run. */
interface Left {
  readonly code: number
  readonly log: string
  /** The arguments that the suite was given. */
  readonly given: readonly string[]
  /** The lines of the step's outputs. */
  readonly output: string
  /** The job's summary page. */
  readonly page: string
  /** The files that are uploaded. */
  readonly reports: readonly string[]
}

/** Runs the action's script; `suite` is what a shell does in place of the suite, and the variable BEFORE what it does before. */
async function runAction(inputs: Readonly<Record<string, string>>, suite = ''): Promise<Left> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-action-'))
  try {
    const [node, seen] = [join(folder, 'node'), join(folder, 'seen')]
    const [output, page] = [join(folder, 'output'), join(folder, 'page')]
    for (const file of [seen, output, page]) await writeFile(file, '')
    const reports = join(folder, 'reports')
    await mkdir(reports)
    for (const file of OF_AN_EARLIER_RUN) await writeFile(join(reports, file), 'conformant')
    await writeFile(
      node,
      `#!/bin/sh\n[ "$1" = -p ] && eval "$BEFORE" && exit\nprintf '%s\\n' "$@" > '${seen}'\n${suite}\n`,
    )
    await chmod(node, 0o755)
    const variables = {
      BASE_URL: 'http://pets.test/v1',
      PETSTORE_API_KEY: 'some-key',
      REPORTS: reports,
      FLAGS: '',
      SECOND_KEY: '',
      PLAN: '',
      KNOWN: '',
      CHOICES: '',
      BEFORE: '',
      NODE: node,
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: page,
      ...inputs,
    }
    const { code, log } = await new Promise<Pick<Left, 'code' | 'log'>>((resolve) => {
      const env = { ...process.env, ...variables }
      const child = execFile('bash', [SCRIPT], { env, cwd: folder }, (_error, stdout) => {
        resolve({ code: child.exitCode ?? -1, log: stdout })
      })
    })
    const [given, outputs, summary] = await Promise.all(
      [seen, output, page].map((file) => readFile(file, 'utf8')),
    )
    return {
      code,
      log,
      given: given?.split('\n') ?? [],
      output: outputs ?? '',
      page: summary ?? '',
      reports: (await readdir(reports)).toSorted(),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.for([
  ['--exhaust --plan free', ['--exhaust', '--plan', 'free']],
  ['--exhaust\n--plan free\n\n--only AUTH\n', ['--exhaust', '--plan', 'free', '--only', 'AUTH']],
  ['', []],
] as const)('the action gives the suite all flags, on however many lines: %j', async ([flags, expected]) => {
  const { code, given, output } = await runAction({ FLAGS: flags }, REPORTED)
  expect(given.slice(2, given.indexOf('--save-choices'))).toEqual(expected)
  expect([code, output]).toEqual([0, 'exit-code=0\n'])
})

describe('the action says on the page of the job why', () => {
  test.for([
    ['base-url', { BASE_URL: '' }, 'base-url is empty: say which service to check'],
    ['api-key', { PETSTORE_API_KEY: '' }, 'api-key is empty: is the secret there, and may this job read it?'],
  ] as const)('the suite was not run, without %s', async ([, inputs, why]) => {
    const { code, log, given, output, page } = await runAction(inputs)
    expect([code, output, given]).toEqual([2, 'exit-code=2\n', ['']])
    expect(log).toBe(`::error title=Pet Store contract%3A could not be run::${why}\n`)
    expect(page).toBe(`## ❌ Pet Store contract: could not be run\n\n    ${why}\n`)
  })

  test('the suite could not be run', async () => {
    const why = 'http://pets.test/v1/%2e refuses the connection'
    const { code, log, output, page } = await runAction({}, `echo '${why}' >&2; exit 2`)
    expect([code, output]).toEqual([2, 'exit-code=2\n'])
    expect(log.split('\n').at(-2)).toBe(
      '::error title=Pet Store contract%3A could not be run::http://pets.test/v1/%252e refuses the connection',
    )
    expect(page).toContain(`could not be run\n\n    ${why}\n`)
  })

  test.for(['--read-only', '--list', '-h'])('the address is a flag: %s', async (address) => {
    const { code, output, page } = await runAction({ BASE_URL: address, FLAGS: '--only LIST' }, SUITE)
    expect([code, output]).toEqual([2, 'exit-code=2\n'])
    expect(page).toContain(`The base address must be an http:// or https:// URL, not "${address}"`)
  })

  test.for(['--help', '--list', '--version'])('%s is among the flags: nothing was checked', async (flag) => {
    const { code, log, output, page } = await runAction({ FLAGS: flag }, SUITE)
    const why = 'no service was checked: take --help, --list and --version out of flags'
    expect([code, output]).toEqual([2, 'exit-code=2\n'])
    expect(log).toContain(`::error title=Pet Store contract%3A could not be run::${why}\n`)
    expect(page).toBe(`## ❌ Pet Store contract: could not be run\n\n    ${why}\n`)
  })

  test.for([
    ['the suite began', 143, { BEFORE: 'kill -s TERM $PPID' }, 'exec sleep 60'],
    ['it reported anything', 130, {}, 'echo a remark >&2; kill -s INT $PPID; exec sleep 60'],
  ] as const)('the job was cancelled before %s', async ([, expected, inputs, suite]) => {
    const { code, log, output, page } = await runAction(inputs, suite)
    expect([code, output]).toEqual([expected, `exit-code=${expected}\n`])
    const why = 'it was interrupted before it reported anything; it may have added pets'
    expect(log).toContain(`::error title=Pet Store contract%3A interrupted::${why}\n`)
    expect(page).toBe(`## ❌ Pet Store contract: interrupted\n\n    ${why}\n`)
  })

  test('the job was cancelled, and reports could not be written', async () => {
    const why = 'The run was interrupted (INT); it has added 1 pet, named contract-1…: 101'
    const suite = `trap 'echo "${why}" >&2; echo "the json report cannot be written" >&2; exit 130' INT
      kill -s INT $PPID
      n=0; while [ $n -lt 1000000 ]; do n=$((n + 1)); done`
    const { code, page } = await runAction({}, suite)
    expect([code, page]).toEqual([130, `## ❌ Pet Store contract: interrupted\n\n    ${why}\n`])
  })

  test('a run fails, as its report says', async () => {
    const suite = `cd "$RUNNER_TEMP"
      echo '## broken' > petstore-contract.md
      echo '::error title=LIST-4::25 pets' > petstore-contract.annotations
      exit 1`
    const { code, log, output, page } = await runAction({}, suite)
    expect([code, output, page]).toEqual([1, 'exit-code=1\n', '## broken\n'])
    expect(log.match(/^::error .*/gm)).toEqual(['::error title=LIST-4::25 pets'])
  })
})

test.for(['--help', '--version', '-r'])('a folder of reports may be named %s', async (name) => {
  const { code, given, output, page } = await runAction({ REPORTS: name }, REPORTED)
  expect([code, output, page]).toEqual([0, 'exit-code=0\n', '## conformant\n'])
  expect(given).toContain(`${name}/choices.yaml`)
})

test('a job that is cancelled has the report of what was found until then', async () => {
  const suite = `trap 'echo "## interrupted" > "$RUNNER_TEMP/petstore-contract.md"
      echo "::error title=interrupted::" > "$RUNNER_TEMP/petstore-contract.annotations"
      exit 130' INT
    kill -INT $PPID
    n=0; while [ $n -lt 1000000 ]; do n=$((n + 1)); done`
  const { code, output, page } = await runAction({}, suite)
  expect([code, output, page]).toEqual([130, 'exit-code=130\n', '## interrupted\n'])
})

test.for([
  ['its inputs are missing', { BASE_URL: '' }, ['own.txt']],
  ['the suite could not be run', {}, ['own.txt']],
  ['the file of choices is one of them', { CHOICES: 'reports/choices.yaml' }, ['choices.yaml', 'own.txt']],
] as const)('no report of an earlier run is uploaded where %s', async ([, inputs, left]) => {
  const { code, reports } = await runAction(inputs, 'exit 2')
  expect([code, reports]).toEqual([2, left])
})
