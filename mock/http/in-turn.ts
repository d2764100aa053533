import type { Socket } from 'node:net'

/** Carries out one request; a promise is settled when it is decided, whether or not its reply is out. */
export type Work = () => Promise<unknown> | undefined

const underWay = new WeakMap<Socket, Promise<unknown>>()

/**
 * Carries out the requests of a connection one after the other: what was sent behind a creation, without waiting for
 * its answer, must find the animal there (RFC 9112 §9.3.2). `fail` hears of an exception in work that had to wait.
 */
export function inTurn(socket: Socket, work: Work, fail: (error: unknown) => void): void {
  const before = underWay.get(socket)
  const decided = before === undefined ? work() : before.then(work).catch(fail)
  if (decided === undefined) return
  const done = Promise.allSettled([decided]).then(() => {
    if (underWay.get(socket) === done) underWay.delete(socket)
  })
  underWay.set(socket, done)
}
