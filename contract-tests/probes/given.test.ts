import { expect, test } from 'vitest'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { Session } from '../engine/session.ts'
import { manualTime, reply, scripted } from '../testing/scripted.ts'
import { givenKeyTaken } from './given.ts'

const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'secret-key-0001' })

test.for([
  [429, 'budget spent: the service refuses the usual request with 429 too'],
  [401, 'precondition missing: a key that is taken as usual'],
] as const)('a key whose usual request is answered %i just then: %s', async ([status, reason]) => {
  const session = new Session(settings, scripted(reply({ status })), manualTime())
  await expect(givenKeyTaken({ session })).rejects.toThrow(reason)
})
