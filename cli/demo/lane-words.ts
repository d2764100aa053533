import { counted, figure } from '../../spec/index.ts'
import type { Paint } from '../environment/paint.ts'
import { clockText } from '../../mock/scenarios/clock-text.ts'
import type { Lane } from './lane.ts'

const ENDED = { done: 'done', 'out-of-time': 'out of time', stopped: 'stopped' } as const

/** A client in words: how far it has come of the `requests` that it needs, and what it is at. */
export function laneWords(lane: Lane, requests: number, now: number, paint: Paint): string {
  const { served, refused, bans } = lane
  return [
    `${figure(served)} of ${figure(requests)} served`,
    `${figure(refused)} refused`,
    ...(bans.length === 0 ? [] : [counted(bans.length, 'ban')]),
    whatItIsAt(lane, now, paint),
  ].join(' · ')
}

function whatItIsAt({ doing }: Lane, now: number, paint: Paint): string {
  switch (doing.kind) {
    case 'asking':
      return paint('green', 'asking')
    case 'refused':
      return paint('red', 'refused, and asks again')
    case 'waiting':
      return paint('yellow', `waits ${clockText(doing.until - now)}`)
    case 'banned':
      return paint('red', `banned for ${clockText(doing.until - now)} more`)
    case 'ended':
      return paint('bold', ENDED[doing.ending])
  }
}
