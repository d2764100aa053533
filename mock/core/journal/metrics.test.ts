import { expect, test } from 'vitest'
import { Metrics, renderMetrics } from './metrics.ts'

test('replies are counted by operation and status', () => {
  const metrics = new Metrics()
  for (const status of [200, 200, 401]) metrics.countReply('listPets', status)
  metrics.countReply(undefined, 404)
  metrics.countReply('getPet', 404)
  expect(metrics.replies()).toEqual([
    { operation: 'listPets', status: 200, count: 2 },
    { operation: 'listPets', status: 401, count: 1 },
    { operation: 'other', status: 404, count: 1 },
    { operation: 'getPet', status: 404, count: 1 },
  ])
  expect(new Metrics().replies()).toEqual([])
})

test('the counts of worlds are written in the format of Prometheus', () => {
  const metrics = new Metrics()
  metrics.countReply('listPets', 200)
  metrics.countReply(undefined, 404)
  metrics.bans += 2
  const worlds = [
    { name: 'default', metrics, pets: 100, keys: 5, clock: { now: 1_500 } },
    { name: 'other', metrics: new Metrics(), pets: 0, keys: 1, clock: { now: 2_000 } },
  ]
  expect(renderMetrics(worlds)).toBe(`# HELP petstore_replies_total Replies by operation and status.
# TYPE petstore_replies_total counter
petstore_replies_total{world="default",operation="listPets",status="200"} 1
petstore_replies_total{world="default",operation="other",status="404"} 1
# HELP petstore_bans_total Bans earned by keys.
# TYPE petstore_bans_total counter
petstore_bans_total{world="default"} 2
petstore_bans_total{world="other"} 0
# HELP petstore_pets Pets.
# TYPE petstore_pets gauge
petstore_pets{world="default"} 100
petstore_pets{world="other"} 0
# HELP petstore_keys API keys.
# TYPE petstore_keys gauge
petstore_keys{world="default"} 5
petstore_keys{world="other"} 1
# HELP petstore_time_seconds The world's time, Unix seconds.
# TYPE petstore_time_seconds gauge
petstore_time_seconds{world="default"} 1.5
petstore_time_seconds{world="other"} 2
`)
})
