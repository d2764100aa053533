import type { SecondOpinion } from '../report/model/run-report.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { Clock, ServiceTime } from './service-time.ts'
import type { Connections, Transport } from './transport.ts'

type Awaitable<T> = T | Promise<T>

/** The control of a world of our mock, in code or through the control API. A real service has none. */
export interface WorldControl {
  readonly clock: {
    /** Stops the clock; `now` in Unix milliseconds. */
    freeze(): Awaitable<{ readonly now: number }>
    advance(duration: { readonly seconds: number }): Awaitable<{ readonly now: number }>
  }
  readonly keys: {
    /** Sets how many requests a key has left in its windows. */
    setRemaining(key: string, left: { readonly minute?: number; readonly day?: number }): Awaitable<unknown>
  }
}

/** Asks a service within a run; rejects with a NotVerified where no reply can be had. */
export type Ask = (probe: Probe) => Promise<Exchange>

/** How a run reaches a service, and what it has in hand besides. */
export interface RunPorts {
  readonly transport: Transport
  /** Opens connections of their own, for a breach that is repeated; `transport` stands in where it is absent. */
  readonly newConnections?: (() => Connections) | undefined
  /** How waiting is done; the machine's clock where it is not said. */
  readonly clock?: Clock | undefined
  /** The worlds behind the base addresses, where the service is our mock: their clocks move in place of waiting. */
  readonly control?: readonly [WorldControl, ...WorldControl[]] | undefined
  /** Is called after each item with how many were asked, of how many. */
  readonly progress?: ((done: { readonly asked: number; readonly of: number }) => void) | undefined
  /** Has another tool judge all exchanges at the end. */
  readonly secondOpinion?: ((exchanges: readonly Exchange[]) => Promise<SecondOpinion>) | undefined
}

/** How a run begins, where somebody looks at the service first: what that asks is part of the run, and what it rejects with ends it. */
export interface Beginning {
  readonly begin?: (ask: Ask, stop: Stop, pass: ServiceTime['pass']) => Promise<void>
}

/** Ends a run at a signal: it sends nothing more, and resolves at once with the report of what it has found until then. */
export type Stop = (signal: string) => void

/** A minute of a caller that a run waits for. */
export interface FurtherMinute {
  /** Which one it is; the run began in the first. */
  readonly minute: number
  /** How many the run takes, about; only known of a thorough run, which leaves nothing out. */
  readonly of: number | undefined
}

/** Hears what a run waits for. */
export interface Waits {
  /** Is called before each wait for a further minute. */
  readonly waiting?: (minute: FurtherMinute) => void
  /** Is called with each request as it is sent; what it returns is called when there is a reply, or when none is waited for any more. */
  readonly asking?: (request: Pick<Probe, 'method' | 'path'>) => () => void
}
