import { figure } from '../../spec/wording.ts'
import { listSold, mock } from './contenders.ts'
import { spread, type Goal } from './goals.ts'
import type { Clustered } from './cluster.ts'
import { connections, type Load } from './load.ts'
import type { Machine } from './machine.ts'
import type { Measured, PetCount } from './measure.ts'
import { loadCore, serverCore } from './server.ts'
import { reportCluster } from './report-cluster.ts'
import type { Settings } from './settings.ts'
import { cell, table } from './table.ts'

export interface Figures {
  machine: Machine
  settings: Settings
  operations: string[]
  contenders: Measured[]
  petCounts: PetCount[]
  goals: Goal[]
  clustered: Clustered[]
}

export function report(figures: Figures): string {
  const { machine, settings, operations, contenders, clustered } = figures
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
      ['pets', 'requests per second', 'µs per request', 'pets listed', 'first reply, ms', 'memory, MB'],
      ...petCounts.map(({ pets, loads, listed, firstReplyMs, residentMegabytes }) => [
        figure(pets),
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
  const speedTable = (title: string, digits: number, valueOf: (load: Load) => number) =>
    table(title, [
      ['', ...operations],
      ...contenders.map(({ name, loads }) => [
        name,
        ...loads.map((rounds) => cell(spread(rounds.map(valueOf)), digits)),
      ]),
    ])
  return [
    speedTable('Requests per second', 0, (load) => load.requestsPerSecond),
    speedTable('p99 latency at that load, ms', 1, (load) => load.p99Ms),
    speedTable("Server's processor time per request, µs", 1, (load) => load.processorMicros),
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
