import { expect, test } from 'vitest'
import { badBodies } from '../../mock/http/bad-input/bodies.cases.ts'
import { badRequests } from '../../mock/http/bad-input/requests.cases.ts'
import { badTargets } from '../../mock/http/bad-input/targets.cases.ts'
import { expectRefusal } from '../../mock/http/testing/expect-error.ts'
import { talk } from '../../mock/http/testing/talk.ts'
import { Petstore, times } from './petstore.ts'

const ALL = [...badRequests, ...badTargets, ...badBodies]
const ROUNDS = 20

test('Malformed requests (lines, headers, frames, ids, queries, JSON): each gets a lawful answer, and nothing refused is stored', async ({
  task,
}) => {
  await using petstore = await Petstore.start(['--limits', 'off'])
  const rounds = times(ROUNDS)
  for (let round = 0; round < rounds; round += 1) {
    for (const { fact, says, lawful } of ALL) {
      const { replies, closed } = await talk(petstore.port, says)
      const [reply] = replies
      if (reply) expectRefusal(reply, lawful)
      else expect([closed, lawful], fact).toEqual([true, []])
    }
  }
  const added = ALL.reduce((sum, { adds = 0 }) => sum + adds, 0) * rounds
  expect(await petstore.world.read()).toMatchObject({ pets: 100 + added })
  const { peak } = await petstore.memory()
  expect(peak).toBeLessThan(300)
  task.meta.figures = `${ALL.length} cases, ${rounds} times; peak ${peak} MB`
})
