import { describe, expect, it } from 'vitest'
import { redactKey } from '../mock/core/message/redact.ts'
import { memoryProblem } from '../mock/heap.ts'
import { customPlanIds, planIds } from '../spec/plans.ts'
import type { CloneFlags } from './clone/clone-command.ts'
import { readCommandLine } from './command-line.ts'
import { CommandError } from './environment/command-error.ts'
import type { MockFlags } from './mock/mock-command.ts'

const read = (line: string): ReturnType<typeof readCommandLine> =>
  readCommandLine(line.split(' ').filter(Boolean), '1.2.3')

describe('petstore mock', () => {
  it.each<[string, MockFlags]>([
    ['', {}],
    ['--port 0', { port: 0 }],
    ['--port=8080 --host ::1', { port: 8080, host: '::1' }],
    ['--seed 7 --pets 0', { seed: 7, pets: 0 }],
    ['--data my/pets.json', { data: 'my/pets.json' }],
    [
      '--data-from https://a.test/v1 --api-key-env A --max-wait 5 --save-data a.json',
      { dataFrom: 'https://a.test/v1', apiKeyEnv: 'A', maxWait: 5, saveData: 'a.json' },
    ],
    ['--key team:pro', { keys: [{ key: 'team', plan: 'pro' }] }],
    [
      '--key a:free --key b:enterprise:500:100000',
      {
        keys: [
          { key: 'a', plan: 'free' },
          { key: 'b', plan: 'enterprise', perMinute: 500, perDay: 100_000 },
        ],
      },
    ],
    [
      '--choice limit-above-100=clamped --choice ban=none',
      { choices: { 'limit-above-100': 'clamped', ban: 'none' } },
    ],
    ['--choice limit-above-100=400', { choices: { 'limit-above-100': '400' } }],
    ['--choices staging.yaml --vary 3', { choicesFile: 'staging.yaml', vary: 3 }],
    ['--limits off', { limits: false }],
    ['--limits on --log json --quiet', { limits: true, log: 'json', quiet: true }],
    ['--config other.yaml', { config: 'other.yaml' }],
  ])('%s', async (line, flags) => {
    expect(await read(`mock ${line}`)).toEqual({ kind: 'mock', flags })
  })

  it.each([
    ['--prot 1', "Unknown option '--prot'. Did you mean --port?"],
    ['--frobnicate', "Unknown option '--frobnicate'. See petstore mock --help"],
    ['--port', "Option '--port <number>' argument missing. See petstore mock --help"],
    ['--port 65536', '--port 65536: It must be a whole number from 0 to 65535.'],
    ['--port http', '--port http: It must be a whole number from 0 to 65535.'],
    ['--pets 1.5', '--pets 1.5: It must be a whole number from 0 to 2000000.'],
    ['--seed -1', '--seed -1: It must be a whole number from 0 to 9007199254740991.'],
    ['--host=', '--host : It must not be empty.'],
    ['--limits no', '--limits no: It must be on or off.'],
    ['--log xml', '--log xml: Allowed choices are pretty, json.'],
    [
      '--choice limit-above-10=clamped',
      `--choice limit-above-10=clamped: There is no open point "limit-above-10". Did you mean limit-above-100?`,
    ],
    [
      '--choice limit-above-100=clampt',
      `--choice limit-above-100=clampt: "clampt" is no lawful variant of limit-above-100. Did you mean clamped? Lawful: 400, clamped, ignored`,
    ],
    [
      '--choice ban',
      `--choice ban: "ban" is no choice: write it as open-point=variant, such as limit-above-100=clamped`,
    ],
    ['--key a:free --key a:pro', '--key a:pro: There is a --key "a" already: a key has one plan.'],
    [
      '--key team',
      `--key team: Write it as NAME:PLAN, or NAME:${customPlanIds.join('|')}:PER_MINUTE:PER_DAY, such as big:enterprise:500:100000.`,
    ],
    [
      '--key team:enterprise:5',
      `--key team:enterprise:5: Write it as NAME:PLAN, or NAME:${customPlanIds.join('|')}:PER_MINUTE:PER_DAY, such as big:enterprise:500:100000.`,
    ],
    ['--key team:prro', `--key team:prro: plan must be one of ${planIds.join(', ')}. Did you mean pro?`],
    [
      '--key team:enterprise:0:many',
      '--key team:enterprise:0:many: perMinute must be >= 1; perDay must be an integer.',
    ],
    [
      '--allow-origin localhost:5173',
      '--allow-origin localhost:5173: It must be an origin such as http://localhost:5173.',
    ],
    ['--pets 3 --data pets.json', 'Say --pets or --data, not both'],
    ['--max-wait -1', '--max-wait -1: It must be a whole number from 0 to 100000.'],
    ['pets.json', '"pets.json" is not understood: mock takes only flags. See petstore mock --help'],
    ['a b --quiet', '"a" and "b" are not understood: mock takes only flags. See petstore mock --help'],
    ['--memory 5', `--memory 5: It ${memoryProblem(5)}.`],
    ['--memory many', `--memory many: It ${memoryProblem(5)}.`],
    ['--memory 999999999', `--memory 999999999: It ${memoryProblem(999_999_999)}.`],
  ])('refuses %s', async (line, message) => {
    await expect(read(`mock ${line}`)).rejects.toThrow(new CommandError(message))
  })

  it.each([
    ['--pets 3', 'pets'],
    ['--data p.json', 'pets'],
    ['--seed 2', 'random numbers'],
    ['--key a-key:pro', 'keys'],
    ['--choice ban=none', 'choices'],
    ['--choices c.yaml', 'choices'],
    ['--vary 7', 'choices'],
  ])('refuses %s beside a saved world, but not for the first start of one', async (flags, what) => {
    const [flag = ''] = flags.split(' ')
    const message = `Say ${flag} or --world, not both: a saved world has ${what} of its own`
    await expect(read(`mock --world w.json ${flags}`)).rejects.toThrow(new CommandError(message))
    await expect(read(`mock --world w.json --save v.json ${flags}`)).rejects.toThrow(message)
    await expect(read(`mock --world w.json --save ./w.json ${flags}`)).resolves.toBeDefined()
  })
})

describe('petstore contract', () => {
  it('has no category unless one is given', async () => {
    expect(await read('contract')).toEqual({ kind: 'contract', flags: { baseUrl: undefined, report: [] } })
    expect(await read('contract --category 7')).toMatchObject({ flags: { category: 7 } })
  })

  it.each([
    ['--api-key secret', "Unknown option '--api-key'. Did you mean --api-key-env NAME?"],
    ['--max 5', "Unknown option '--max'. See petstore contract --help"],
    ['--only=', '--only : It must not be empty.'],
    ['--only=,', '--only ,: It must not be empty.'],
  ])('%s', async (line, message) => {
    await expect(read(`contract ${line}`)).rejects.toThrow(new CommandError(message))
  })

  it('reads each --only', async () => {
    const line = 'contract --only LIST-4,AUTH --only=BASE'
    expect(await read(line)).toMatchObject({ flags: { only: ['LIST-4', 'AUTH', 'BASE'] } })
  })
})

describe('petstore clone', () => {
  it.each<[string, CloneFlags]>([
    ['https://a.test/v1', { baseUrl: 'https://a.test/v1' }],
    [
      'https://a.test/v1 --api-key-env A --read-only --exhaust --max-wait 0 --save a.json',
      {
        baseUrl: 'https://a.test/v1',
        apiKeyEnv: 'A',
        readOnly: true,
        exhaust: true,
        maxWait: 0,
        save: 'a.json',
      },
    ],
    ['--choices a.yaml https://a.test/v1', { baseUrl: 'https://a.test/v1', choices: 'a.yaml' }],
  ])('%s', async (line, flags) => {
    expect(await read(`clone ${line}`)).toEqual({ kind: 'clone', flags })
  })
})

describe('petstore', () => {
  it('refuses an unknown command, and names the nearest', async () => {
    await expect(read('mokc')).rejects.toThrow(new CommandError("Unknown command 'mokc'. Did you mean mock?"))
  })

  it('refuses a flag that belongs to no command', async () => {
    await expect(read('--frobnicate mock')).rejects.toThrow(
      new CommandError("Unknown option '--frobnicate'. See petstore --help"),
    )
  })

  it('shows its version', async () => {
    expect(await read('--version')).toEqual({ kind: 'show', text: '1.2.3\n', wasAsked: true })
  })

  it.each(['--help', '-h', 'help'])('shows its help for %s', async (line) => {
    expect(await read(line)).toMatchObject({
      wasAsked: true,
      text: expect.stringMatching(/^Usage: petstore .*\n.*mock/s) as unknown,
    })
  })

  it('shows its help when no command is given', async () => {
    expect(await read('')).toMatchObject({
      wasAsked: false,
      text: expect.stringMatching(/^Usage: petstore /) as unknown,
    })
  })

  it('shows the same help for mock --help and help mock', async () => {
    expect(await read('mock --help')).toEqual(await read('help mock'))
    expect(await read('mock --help')).toMatchObject({ kind: 'show', wasAsked: true })
  })

  it('has a key in its examples that the log can show apart from another', async () => {
    const help = await read('mock --help')
    const [, key = ''] = /--key (\S+):pro/.exec(help.kind === 'show' ? help.text : '') ?? []
    expect(redactKey(key)).not.toBe('…')
  })

  it.each(['mock', 'clone'])('wraps the help of %s at 80 columns', async (command) => {
    const help = await readCommandLine([command, '--help'], '1.2.3', { columns: 200 })
    const lines = help.kind === 'show' ? help.text.split('\n') : []
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.length).toBeGreaterThan(30)
  })
})

describe('a flag that npm took', () => {
  const variables = {
    npm_package_name: 'petstore-mock',
    npm_config_read_only: 'true',
    npm_config_port: '4000',
  }
  const launch = (command: string): string => `start ${command}`
  const started = (...args: readonly string[]) => readCommandLine(args, '1.2.3', { launch, variables })

  it('is refused, with the line to write', async () => {
    await expect(started('contract', 'https://staging.test/v1')).rejects.toThrow(
      'npm took --read-only for its own: write -- before the flags, as in start contract --read-only …',
    )
    await expect(started('mock', '4000')).rejects.toThrow('npm took --port for its own')
  })

  it('is a flag of the command alone, and of this package', async () => {
    expect(await started('judge', 'a.har')).toMatchObject({ kind: 'judge' })
    const elsewhere = { ...variables, npm_package_name: 'a-front-end' }
    expect(await readCommandLine(['mock'], '1.2.3', { variables: elsewhere })).toMatchObject({ kind: 'mock' })
  })
})
