import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { operationIds, operations } from '../../spec/operations.ts'
import { MemorySink } from '../testing/manual-environment.ts'
import { runDreddCommand } from './run-dredd-command.ts'

/** How many responses the document has. */
const ALL = operationIds.flatMap((id) => operations[id].statuses).length
const VARIABLES = { PETSTORE_KEY: 'free-demo-key', WRONG_KEY: 'no-such-key' }

interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command, and checks that it prints no key. */
async function run(...args: readonly string[]): Promise<Ran> {
  const [stdout, stderr] = [new MemorySink(), new MemorySink()]
  const exitCode = await runDreddCommand({ args, variables: VARIABLES, stdout, stderr })
  expect(stdout.text + stderr.text).not.toMatch(/free-demo-key|no-such-key/)
  return { exitCode, stdout: stdout.text, stderr: stderr.text }
}

test('it starts a mock and passes with all documented responses', async () => {
  const { exitCode, stdout, stderr } = await run()
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout.match(/^passed {6}\w+ \d{3}$/gm)).toHaveLength(ALL)
  expect(stdout).toMatch(
    new RegExp(`\\n${ALL} documented responses of .*: ${ALL} passed, 0 failed, 0 not walked\\n$`),
  )
})

test('on a running mock it needs no key, and restores the quota of the demo key', async () => {
  await using mock = await startMock({ port: 0 })
  for (const baseUrl of [mock.baseUrl, mock.stagingBaseUrl]) {
    const { stdout } = await run(baseUrl)
    expect(stdout).toMatch(new RegExp(`: ${ALL} passed, 0 failed, 0 not walked\\n$`))
  }
  expect(mock.keys.get('free-demo-key').windows.minute.remaining).toBe(60)
})

test.for([
  ['no key', ['http://127.0.0.1:1/v1'], /--api-key-env/],
  [
    'an empty variable',
    ['http://127.0.0.1:1/v1', '--api-key-env', 'NO_KEY'],
    /The environment variable NO_KEY holds no API key/,
  ],
  [
    'a key in place of a name',
    ['http://127.0.0.1:1/v1', '--api-key-env', 'k-secret-1'],
    /^(?!.*k-secret-1).*takes the name of an environment variable/,
  ],
  ['no /v1', ['http://127.0.0.1:1'], /did you mean http:\/\/127.0.0.1:1\/v1\?/],
  ['no address', ['petstore'], /must be an http:\/\/ or https:\/\/ URL/],
  ['two addresses', ['http://a/v1', 'http://b/v1'], /one base address/],
  ['an unknown flag', ['--exhuast'], /exhuast/],
] as const)('with %s it reports in one line why it cannot run', async ([, args, reason]) => {
  const { exitCode, stdout, stderr } = await run(...args)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toMatch(/^dredd: [^\n]+\n$/)
  expect(stderr).toMatch(reason)
})

test('a key that the service does not accept is reported, but not printed', async () => {
  await using mock = await startMock({ port: 0 })
  expect(await run(mock.baseUrl, '--api-key-env', 'WRONG_KEY')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^dredd: the service does not accept the key\n$/) as unknown,
  })
})

test('--help shows the usage', async () => {
  const { exitCode, stdout, stderr } = await run('--help')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toContain('--exhaust')
})

test('a flag that npm took is refused', async () => {
  const stderr = new MemorySink()
  const variables = { npm_package_name: 'petstore-mock', npm_config_exhaust: 'true' }
  const given = { args: ['http://127.0.0.1:1/v1'], variables, stdout: new MemorySink(), stderr }
  expect(await runDreddCommand(given)).toBe(2)
  expect(stderr.text).toBe(
    'dredd: npm took --exhaust for its own: write -- before the flags, as in npm run dredd -- --exhaust …\n',
  )
})
