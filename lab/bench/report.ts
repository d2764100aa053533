import { figure } from '../../spec/wording.ts'
import { listSold, mock } from './contenders.ts'
import { spread, type Goal, type Spread } from './goals.ts'
import { clusterConnections, type Clustered, type ClusterLoad } from './cluster.ts'
import { connections, sameLoad, type Load, type Sent } from './load.ts'
import type { Machine } from './machine.ts'
import type { Measured, PetCount } from './measure.ts'
import { loadCore, serverCore } from './server.ts'
import type { Settings } from './settings.ts'
import type { Sharded, ShardLoad } from './shards.ts'

export interface Figures {
  machine: Machine
  settings: Settings
  operations: string[]
  contenders: Measured[]
  petCounts: PetCount[]
  goals: Goal[]
  clustered: Clustered[]
  sharded: Sharded[]
}

export function report(figures: Figures): string {
  const { machine, settings, operations, contenders, clustered, sharded } = figures
  const { seconds, clusterOnly } = settings
  const rounds = clusterOnly ? settings.clusterRounds : settings.rounds
  return [
    machine.versions,
    `${machine.cores} × ${machine.processor}, load average at the start ${machine.loadAverage.toFixed(2)}`,
    `server on core ${serverCore}, wrk on core ${loadCore} (1 thread, ${connections} connections); ` +
      `rounds: ${rounds} of ${seconds} s, contenders in turn`,
    'logs to /dev/null; Prism logs nothing (--verboseLevel silent)',
    'each figure: median (min–max)',
    ...(settings.quick ? ['SMOKE RUN (--quick): no warm-up, one round; the figures mean nothing'] : []),
    '',
    ...(contenders.length === 0 ? [] : besideOthers(figures)),
    ...(clustered.length === 0 ? [] : [reportCluster(operations, clustered)]),
    ...(sharded.length === 0 ? [] : [reportShards(operations, sharded)]),
  ].join('\n')
}

function besideOthers(figures: Figures): string[] {
  const { settings, operations, contenders, petCounts, goals } = figures
  return [
    ...speedTables(figures),
    table(`Start, ${settings.starts} times`, [
      ['', 'first reply, ms', 'processor, ms', 'memory, MB', `reply bytes (${operations.join(' / ')})`],
      ...contenders.map((measured) => [
        measured.name,
        cell(spread(measured.firstReplyMs), 0),
        cell(spread(measured.startSeconds.map((seconds) => seconds * 1000)), 0),
        cell(spread(measured.residentMegabytes), 0),
        measured.replyBytes.join(' / '),
      ]),
    ]),
    table(`${mock.name}, ${listSold.name}`, [
      [
        'pets',
        'keys',
        'requests per second',
        'µs per request',
        'pets listed',
        'first reply, ms',
        'memory, MB',
      ],
      ...petCounts.map(({ pets, keys, loads, listed, firstReplyMs, residentMegabytes }) => [
        figure(pets),
        figure(keys),
        cell(spread(loads.map((load) => load.requestsPerSecond)), 0),
        cell(spread(loads.map((load) => load.processorMicros)), 1),
        `${listed}`,
        firstReplyMs.toFixed(0),
        residentMegabytes.toFixed(0),
      ]),
    ]),
    table(
      'Goals',
      [['', 'goal', 'measured', 'by processor time', ''], ...goals.map(goalRow)],
      ['left', 'left', 'right', 'right', 'left'],
    ),
  ]
}

function speedTables({ operations, contenders }: Figures): string[] {
  const speedTable = <Sample>(
    title: string,
    digits: number,
    samplesOf: (measured: Measured) => Sample[][],
    valueIn: (sample: Sample) => number,
  ) =>
    table(title, [
      ['', ...operations],
      ...contenders.map((measured) => [
        measured.name,
        ...samplesOf(measured).map((rounds) => cell(spread(rounds.map(valueIn)), digits)),
      ]),
    ])
  const loads = (measured: Measured): Load[][] => measured.loads
  const evenLoads = (measured: Measured): Sent[][] => measured.evenLoads
  return [
    speedTable('Requests per second', 0, loads, (load) => load.requestsPerSecond),
    speedTable('p99 latency at that load, ms', 1, loads, (load) => load.p99Ms),
    speedTable("Server's processor time per request, µs", 1, loads, (load) => load.processorMicros),
    speedTable(
      `Requests per second where each connection pauses, for some ${figure(sameLoad)}`,
      0,
      evenLoads,
      (sent) => sent.requestsPerSecond,
    ),
    speedTable('p99 latency at that load, ms', 1, evenLoads, (sent) => sent.p99Ms),
  ]
}

function goalRow({ what, atLeast, atMost, unit, value, byProcessor, met, unanimous }: Goal): string[] {
  return [
    what,
    atLeast === undefined ? `at most ${atMost} ${unit}` : `at least ${atLeast} ${unit}`,
    `${cell(value, 2)} ${unit}`,
    byProcessor === undefined ? '' : `${cell(byProcessor, 2)} ${unit}`,
    `${met ? 'goal met' : 'goal missed'}${unanimous ? '' : ', but not in every round'}`,
  ]
}

/** The number of machines in the last lines of the report. */
const MACHINES = 10

/** What mocks on one Redis serve beside a mock in memory, and an estimate for more machines. */
function reportCluster(operations: string[], clustered: Clustered[]): string {
  const rows = operations.flatMap((operation, index) =>
    clustered.map(({ instances, loads }) => {
      const rounds = loads[index] ?? []
      const figureFor = (name: keyof ClusterLoad, digits: number): string =>
        cell(spread(rounds.map((load) => load[name])), digits)
      return [
        `${operation}, ${instances === 0 ? 'in memory' : instances === 1 ? 'one mock' : `${instances} mocks`}`,
        figureFor('requestsPerSecond', 0),
        figureFor('p99Ms', 1),
        figureFor('mockMicros', 0),
        ...(instances === 0 ? ['', ''] : [figureFor('redisMicros', 0), figureFor('commands', 2)]),
      ]
    }),
  )
  return [
    table(`On one Redis, ${clusterConnections} connections and as many keys, mocks and Redis on one core`, [
      ['', 'requests per second', 'p99, ms', 'µs of mocks', 'µs of Redis', 'commands to Redis'],
      ...rows,
    ]),
    `Estimated from the processor time of a request on four mocks and on Redis, which uses one core:`,
    ...operations.map((operation, index) => `  ${bound(operation, clustered.at(-1)?.loads[index] ?? [])}`),
    '',
  ].join('\n')
}

/** What worlds in the shards of a cluster are served beside worlds in one Redis. */
function reportShards(operations: string[], sharded: Sharded[]): string {
  const rows = operations.flatMap((operation, index) =>
    sharded.map(({ place, loads }) => {
      const rounds = loads[index] ?? []
      const valuesOf = (name: keyof ShardLoad): Spread => spread(rounds.map((load) => load[name]))
      // Stores take turns in each round, so each ratio is of one round.
      const single = sharded[0]?.loads[index] ?? []
      const ratios = rounds.map((load, round) => load.perRedisSecond / (single[round]?.perRedisSecond ?? NaN))
      return [
        `${operation}, ${place}`,
        cell(valuesOf('perRedisSecond'), 0),
        cell(spread(ratios), 2),
        cell(valuesOf('redisMicros'), 0),
        cell(valuesOf('p99Ms'), 1),
      ]
    }),
  )
  const header = [
    '',
    'requests per second of the busiest primary',
    '× one Redis',
    'µs of all primaries',
    'p99, ms',
  ]
  return table('Worlds in several stores, by the processor time of their primaries', [header, ...rows])
}

function bound(operation: string, loads: ClusterLoad[]): string {
  const perSecond = (name: 'mockMicros' | 'redisMicros'): number =>
    1e6 / spread(loads.map((load) => load[name])).median
  const [machines, redis] = [perSecond('mockMicros') * MACHINES, perSecond('redisMicros')]
  const rounded = (value: number): string => figure(Math.round(value / 100) * 100)
  return (
    `${operation}: ${MACHINES} machines with a mock each serve ${rounded(Math.min(machines, redis))} requests a second: ` +
    (redis < machines
      ? `Redis is the limit, which ${(redis / (machines / MACHINES)).toFixed(1)} cores of mocks reach`
      : `the mocks are the limit, Redis serves ${rounded(redis)}`)
  )
}

/** The median, with the least and the greatest sample behind it. */
function cell({ median, min, max }: Spread, digits: number): string {
  const format = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format(median)} (${format(min)}–${format(max)})`
}

/** Columns are as wide as their widest cell. By default the first is aligned left, the others right. */
function table(title: string, rows: string[][], align: ('left' | 'right')[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        const side = align[column] ?? (column === 0 ? 'left' : 'right')
        return side === 'left' ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('   ')
      .trimEnd(),
  )
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}
