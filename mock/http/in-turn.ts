import type { Socket } from 'node:net'

/** Carries out one request; a promise is settled when it is decided, whether or not its reply is out. */
export type Work = () => Promise<unknown> | undefined

/** The last request of a connection that is not decided yet. */
interface Turn {
  last: Promise<void> | undefined
}

const turns = new WeakMap<Socket, Turn>()

/**
 * Carries out the requests of a connection one after the other: what was sent behind a creation, without waiting for
 * its answer, must find the pet there (RFC 9112 §9.3.2). `fail` hears of an exception in work that had to wait.
 */
export function inTurn(socket: Socket, work: Work, fail: (error: unknown) => void): void {
  const turn = turns.get(socket)
  const decided = turn?.last === undefined ? work() : turn.last.then(work).catch(fail)
  if (decided !== undefined) remember(decided, turn ?? turnOf(socket))
}

function remember(decided: Promise<unknown>, turn: Turn): void {
  const forget = (): void => {
    if (turn.last === done) turn.last = undefined
  }
  const done = decided.then(forget, forget)
  turn.last = done
}

function turnOf(socket: Socket): Turn {
  const turn = { last: undefined }
  turns.set(socket, turn)
  return turn
}
