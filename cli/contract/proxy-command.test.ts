import { expect, test } from 'vitest'
import { readCommandLine } from '../command-line.ts'
import { CommandError } from '../environment/command-error.ts'

const UPSTREAM = 'https://staging.example.com/v1'
const read = (...flags: readonly string[]) => readCommandLine(['proxy', UPSTREAM, ...flags], '1.2.3')

test('limits, bans, faults and held-back writes are asked for one by one', async () => {
  const flags = [
    '--limits',
    'free',
    '--ban',
    '--fault',
    'delay 500-2000',
    '--fault',
    'status 503',
    '--read-only',
  ]
  expect(await read(...flags)).toEqual({
    kind: 'proxy',
    flags: {
      upstream: UPSTREAM,
      limits: 'free',
      ban: true,
      fault: [
        { effect: { kind: 'delay', from: 500, to: 2000 } },
        { effect: { kind: 'status', status: 503 } },
      ],
      readOnly: true,
    },
  })
  expect(await read()).toEqual({ kind: 'proxy', flags: { upstream: UPSTREAM } })
})

test.for([
  [
    ['--limits', 'fre'],
    '--limits fre: It must be one of free, pro, business, enterprise. Did you mean free?',
  ],
  [['--limits', 'on'], '--limits on: It must be one of free, pro, business, enterprise.'],
  [['--ban'], 'Say --limits with --ban, such as --limits free: a ban follows refusals over a limit'],
  [['--fault', 'delay'], '--fault delay: Write it as "delay 500-2000".'],
  [['--readonly'], "Unknown option '--readonly'. Did you mean --read-only?"],
] as const)('refuses %s', async ([flags, message]) => {
  await expect(read(...flags)).rejects.toThrow(new CommandError(message))
})
