import { figure } from '../../spec/wording.ts'
import { clusterConnections, type Clustered, type ClusterLoad } from './cluster.ts'
import { spread } from './goals.ts'
import { cell, table } from './table.ts'

/** Machines that the last lines speak of. */
const MACHINES = 10

/** What one, two and four mocks on a Redis serve beside one in memory, and what follows for more of them. */
export function reportCluster(operations: string[], clustered: Clustered[]): string {
  const rows = operations.flatMap((operation, index) =>
    clustered.map(({ instances, loads }) => {
      const rounds = loads[index] ?? []
      const of = (name: keyof ClusterLoad, digits: number): string =>
        cell(spread(rounds.map((load) => load[name])), digits)
      return [
        `${operation}, ${instances === 0 ? 'in memory' : instances === 1 ? 'one mock' : `${instances} mocks`}`,
        of('requestsPerSecond', 0),
        of('p99Ms', 1),
        of('mockMicros', 0),
        ...(instances === 0 ? ['', ''] : [of('redisMicros', 0), of('commands', 2)]),
      ]
    }),
  )
  return [
    table(`On one Redis, ${clusterConnections} connections and as many keys, mocks and Redis on one core`, [
      ['', 'requests per second', 'p99, ms', 'µs of mocks', 'µs of Redis', 'commands to Redis'],
      ...rows,
    ]),
    `From the processor time that a request takes of four mocks and of Redis, which works on one core:`,
    ...operations.map((operation, index) => `  ${bound(operation, clustered.at(-1)?.loads[index] ?? [])}`),
    '',
  ].join('\n')
}

function bound(operation: string, loads: ClusterLoad[]): string {
  const perSecond = (name: 'mockMicros' | 'redisMicros'): number =>
    1e6 / spread(loads.map((load) => load[name])).median
  const [machines, redis] = [perSecond('mockMicros') * MACHINES, perSecond('redisMicros')]
  const rounded = (value: number): string => figure(Math.round(value / 100) * 100)
  return (
    `${operation}: ${MACHINES} machines with a mock each serve ${rounded(Math.min(machines, redis))} a second, for ` +
    (redis < machines
      ? `Redis does no more; ${(redis / (machines / MACHINES)).toFixed(1)} cores of mocks fill it`
      : `they do no more; Redis would do ${rounded(redis)}`)
  )
}
