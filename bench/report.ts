import { figure } from '../spec/wording.ts'
import { listSold, mock } from './contenders.ts'
import { spread, type Goal, type Spread } from './goals.ts'
import { connections, type Load } from './load.ts'
import type { Machine } from './machine.ts'
import type { Measured, PetCount } from './measure.ts'
import { loadCore, serverCore } from './server.ts'
import type { Settings } from './settings.ts'

export interface Figures {
  machine: Machine
  settings: Settings
  operations: string[]
  contenders: Measured[]
  petCounts: PetCount[]
  goals: Goal[]
}

export function report(figures: Figures): string {
  const { machine, settings, operations, contenders, petCounts, goals } = figures
  const { rounds, seconds, starts } = settings
  return [
    machine.versions,
    `${machine.cores} × ${machine.processor}, load average at the start ${machine.loadAverage.toFixed(2)}`,
    `server on core ${serverCore}, wrk on core ${loadCore} (1 thread, ${connections} connections); ` +
      `rounds: ${rounds} of ${seconds} s, contenders in turn`,
    'logs to /dev/null; Prism logs nothing (--verboseLevel silent)',
    'each figure: median (min–max)',
    ...(settings.quick ? ['SMOKE RUN (--quick): no warm-up, one round; the figures mean nothing'] : []),
    '',
    ...speedTables(figures),
    table(`Start, ${starts} times`, [
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
  ].join('\n')
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

function cell({ median, min, max }: Spread, digits: number): string {
  const format = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format(median)} (${format(min)}–${format(max)})`
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

/** Columns as wide as their widest cell; the first to the left, figures to the right, words to the left. */
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
