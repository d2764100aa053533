import { describe, expect, it } from 'vitest'
import { ChoiceError } from '../../spec/choices.ts'
import { ControlError } from '../../mock/core/world/control-error.ts'
import { errorWithCode } from '../testing/manual-environment.ts'
import { CommandError, explainFailure, failureLine } from './command-error.ts'

const address = { host: '10.1.2.3', port: 80 }
const noSuchHost =
  'Cannot listen on 10.1.2.3: it is not an address of this machine. Try --host 127.0.0.1, or 0.0.0.0 for all addresses'

it.each([
  [
    errorWithCode('EADDRINUSE'),
    'Port 80 is in use: stop the program that uses it, or choose another with --port',
  ],
  [errorWithCode('EACCES'), 'Port 80 needs more privileges: choose a port from 1024 up with --port'],
  [errorWithCode('EADDRNOTAVAIL'), noSuchHost],
  [errorWithCode('ENOTFOUND'), noSuchHost],
  [new ControlError('invalid', 'A probability is from 0 to 1'), 'A probability is from 0 to 1'],
  [new ChoiceError('There is no open point "x"'), 'There is no open point "x"'],
])('%s is an error of the user', (error, message) => {
  expect(explainFailure(error, address)).toEqual(new CommandError(message))
})

it.each([new TypeError('x is undefined'), errorWithCode('EMFILE'), 'a text'])(
  '%s is an error of ours',
  (error) => {
    expect(explainFailure(error, address)).toBe(error)
  },
)

describe('failureLine', () => {
  it.each([errorWithCode('EMFILE'), new Error('Worker initialization failure: EMFILE')])(
    'says of %s what to do',
    (error) => {
      expect(failureLine(error)).toBe(
        'petstore cannot go on: this process may open no more files. Raise its limit, as with ulimit -n 1024',
      )
    },
  )

  it('distinguishes errors of the user from ours', () => {
    expect(failureLine(new CommandError('Port 1 is in use'))).toBe('Port 1 is in use')
    expect(failureLine(new TypeError('x is\nundefined'))).toBe(
      'petstore has made a mistake: x is\\u000aundefined. Run it with NODE_DEBUG=petstore for the stack',
    )
  })
})
