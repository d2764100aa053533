import { counted } from '../../../../spec/counted.ts'
import type { Key } from '../state/control-api.ts'
import { bannedFor, standingAt } from '../state/world-time.ts'
import { Gauge } from './gauge.tsx'
import { KeyControls } from './key-controls.tsx'
import { useRoom } from './use-room.ts'
import { countdown, figure } from './words.ts'

/** How one key stands: its plan, what its windows have left, its strikes, its ban. */
export function KeyCard({ standing }: { readonly standing: Key }) {
  const room = useRoom()
  const time = room.time.value ?? 0
  const ban = bannedFor(standing, time)
  const minute = standingAt(standing.windows.minute, time)
  const { requests, refused, earlyRetries, bans } = standing.report
  const isOver = minute.left === 0

  return (
    <li class={`key ${ban > 0 ? 'banned' : isOver ? 'over' : ''}`}>
      <div class="key-head">
        <strong class="key-name" title={standing.key}>
          {standing.key}
        </strong>
        <span class={`plan ${standing.plan}`}>{standing.plan}</span>
      </div>
      {ban > 0 && (
        <p class="ban">
          Banned for <b>{countdown(ban)}</b>
        </p>
      )}
      <div class="gauges">
        <Gauge name="minute" standing={minute} />
        <Gauge name="day" standing={standingAt(standing.windows.day, time)} />
      </div>
      <div class="key-foot">
        <p class="tallies">
          <span>{counted(requests, 'request')}</span>
          <span class={refused > 0 ? 'is-bad' : ''}>{figure(refused)} refused</span>
          {standing.strikes > 0 && ban === 0 && (
            <span class="is-bad">{counted(standing.strikes, 'strike')}</span>
          )}
          {earlyRetries > 0 && <span class="is-bad">{figure(earlyRetries)} too early</span>}
          {bans > 0 && <span class="is-bad">{counted(bans, 'ban')}</span>}
        </p>
        <KeyControls standing={standing} isBanned={ban > 0} />
      </div>
    </li>
  )
}
