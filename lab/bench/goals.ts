import { figure } from '../../spec/wording.ts'
import { create, express, mock, nodeHttp, operations, type Contender } from './contenders.ts'
import type { Load } from './load.ts'
import type { Measured, PetCount } from './measure.ts'

/** Several noisy samples in three figures. */
export interface Spread {
  median: number
  min: number
  max: number
}

export function spread(samples: number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/** Round by round: what slows a whole round slows both sides of its ratio. */
function ratio(samples: number[], base: number[]): Spread {
  return spread(samples.map((sample, round) => sample / (base[round] ?? NaN)))
}

interface Measurement {
  what: string
  unit: string
  atLeast?: number
  atMost?: number
  value: Spread
  /** The same by processor time, which other load on the machine hardly changes. */
  byProcessor?: Spread
}

export type Goal = Measurement & {
  /** Whether the median meets the goal. */
  met: boolean
  /** False if some rounds met the goal and others missed it. */
  unanimous: boolean
}

export function judgeGoals(contenders: Measured[], petCounts: PetCount[]): Goal[] {
  const ours = findMeasured(mock, contenders)
  const bareExpress = findMeasured(express, contenders)
  return [
    ...speedGoals(ours, bareExpress, { creations: 2, others: 1.3 }),
    ...speedGoals(ours, findMeasured(nodeHttp, contenders), { creations: 0.9, others: 0.6 }),
    ...latencyGoals(ours, bareExpress),
    {
      what: 'cold start against Express',
      unit: '×',
      atMost: 1.4,
      value: ratio(ours.firstReplyMs, bareExpress.firstReplyMs),
      byProcessor: ratio(ours.startSeconds, bareExpress.startSeconds),
    },
    { what: 'memory after start', unit: 'MB', atMost: 80, value: spread(ours.residentMegabytes) },
    ...petCountGoals(petCounts),
  ].map(judge)
}

function findMeasured({ name }: Contender, contenders: Measured[]): Measured {
  const found = contenders.find((measured) => measured.name === name)
  if (found === undefined) throw new Error(`${name} was not measured`)
  return found
}

function speedGoals(
  ours: Measured,
  peer: Measured,
  atLeast: { readonly creations: number; readonly others: number },
): Measurement[] {
  return operations.map((operation, index) => ({
    what: `${operation.name}, requests/s against ${peer.name}`,
    unit: '×',
    atLeast: operation === create ? atLeast.creations : atLeast.others,
    ...speedUp(ours.loads[index] ?? [], peer.loads[index] ?? []),
  }))
}

function latencyGoals(ours: Measured, peer: Measured): Measurement[] {
  return operations.map(({ name }, index) => {
    const p99s = ({ evenLoads }: Measured) => (evenLoads[index] ?? []).map(({ p99Ms }) => p99Ms)
    return {
      what: `${name}, p99 at the same load as ${peer.name}`,
      unit: '×',
      atMost: 1,
      value: ratio(p99s(ours), p99s(peer)),
    }
  })
}

function petCountGoals([fewest, ...more]: PetCount[]): Measurement[] {
  const speeds = more.map(({ pets, keys, loads }) => ({
    what:
      keys === 1
        ? `requests/s with ${figure(pets)} pets against ${fewest?.pets}`
        : `requests/s with ${figure(keys)} keys against one`,
    unit: '×',
    atLeast: 0.85,
    ...speedUp(loads, fewest?.loads ?? []),
  }))
  const most = more.findLast(({ keys }) => keys === 1)
  if (!fewest || !most) return speeds
  const bytes = ((most.residentMegabytes - fewest.residentMegabytes) * 1e6) / (most.pets - fewest.pets)
  return [
    ...speeds,
    {
      what: `memory for each of ${figure(most.pets)} pets`,
      unit: 'bytes',
      atMost: 400,
      value: spread([bytes]),
    },
    {
      what: `start with ${figure(most.pets)} pets`,
      unit: 's',
      atMost: 1.5,
      value: spread([most.firstReplyMs / 1000]),
      byProcessor: spread([most.startSeconds]),
    },
  ]
}

function speedUp(ours: Load[], base: Load[]): Pick<Measurement, 'value' | 'byProcessor'> {
  const requestsPerSecond = (load: Load) => load.requestsPerSecond
  const processorMicros = (load: Load) => load.processorMicros
  return {
    value: ratio(ours.map(requestsPerSecond), base.map(requestsPerSecond)),
    byProcessor: ratio(base.map(processorMicros), ours.map(processorMicros)),
  }
}

function judge(measurement: Measurement): Goal {
  const { value, atLeast = -Infinity, atMost = Infinity } = measurement
  const holds = (value: number) => value >= atLeast && value <= atMost
  return { ...measurement, met: holds(value.median), unanimous: holds(value.min) === holds(value.max) }
}
