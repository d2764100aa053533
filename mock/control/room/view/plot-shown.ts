import { useEffect, useState } from 'preact/hooks'
import { spanBetween, type Span } from '../state/history.ts'
import { NO_KEY, saysRemoved, UNKNOWN_KEY } from '../state/key-names.ts'
import type { PlottedRun } from '../state/scenario-run.ts'
import { useRoom } from './use-room.ts'

// No key starts with #.
export const ALL = '#all'
export const RUN = '#run'

/** What the plot shows: the run of this page, all keys or one, and over which part of the world's time. */
export interface Shown {
  readonly chosen: string
  readonly choose: (what: string) => void
  readonly span: Span
  /** The keys with requests, without those that are hidden. */
  readonly keys: readonly string[]
  /** The removed keys with requests, other than those of this page's run. */
  readonly removed: ReadonlySet<string>
  /** Whether removed keys are hidden. */
  readonly hides: boolean
  readonly hide: (hides: boolean) => void
  /** Whether there are requests before those of the last minutes, and whether they are shown too. */
  readonly hasOlder: boolean
  readonly showsOlder: boolean
  readonly showOlder: (shows: boolean) => void
  /** The run of this page, as far as anything of it is known. */
  readonly run: PlottedRun | undefined
}

export function useShown(): Shown {
  const room = useRoom()
  const [chosen, choose] = useState<string>(ALL)
  const [isHiding, hide] = useState(false)
  const [showsOlder, showOlder] = useState(false)
  // It changes whenever there is something new to draw, also in a run.
  const { span: latest } = room.plotted.value
  const { history } = room.traffic
  const first = history.firstRequest(-Infinity, latest.end * 1000)
  const hasOlder = first !== undefined && first < (latest.starts[0] ?? 0) * 1000
  const recent = hasOlder && showsOlder ? spanBetween(first, latest.end * 1000) : latest
  const run = useRun()
  const start = run?.start
  useEffect(() => {
    choose(start === undefined ? ALL : RUN)
  }, [start])
  const active = history.activeKeys(recent)
  const isRemoved = useRemoved(run)
  const removed = new Set(active.filter(isRemoved))
  const hides = isHiding && removed.size > 0
  const common = { choose, removed, hides, hide, hasOlder, showsOlder, showOlder, run }
  if (chosen !== RUN || !run)
    return {
      ...common,
      chosen: chosen === RUN ? ALL : chosen,
      span: recent,
      keys: hides ? active.filter((key) => !removed.has(key)) : active,
    }
  const now = room.scenarios.isRunning.value ? room.time.peek() : run.end
  return { ...common, chosen, span: spanBetween(run.start, now ?? run.start), keys: run.keys }
}

/** The run of this page in the world that it shows; `undefined` if nothing of it is known here, as after a reset. */
function useRun(): PlottedRun | undefined {
  const { scenarios, traffic, world } = useRoom()
  const run = scenarios.run.value
  if (!run || scenarios.world.value !== world.value) return undefined
  if (run.end === undefined) return run
  const active = traffic.history.activeKeys(spanBetween(run.start, run.end))
  return run.keys.some((key) => active.includes(key)) ? run : undefined
}

/** Finds out whether a key was removed; those of this page's run are shown with it. */
function useRemoved(run: PlottedRun | undefined): (key: string) => boolean {
  const { keys, readings, traffic } = useRoom()
  if (!readings.arrived.value.has('keys')) return () => false
  const kept = new Set([...keys.value.map(({ key }) => key), ...(run?.keys ?? []), NO_KEY, UNKNOWN_KEY])
  return (key) => {
    const name = traffic.keyNames.nameOf(key)
    // A key that no list has had yet may be a new one.
    return !kept.has(key) && (name === key || saysRemoved(name))
  }
}
