import type { Standing } from '../state/world-time.ts'
import { countdown, figure, shortFigure } from './words.ts'

/** What a window has left: a bar that drains, the figure, and when it is full again. */
export function Gauge({ name, standing }: { readonly name: string; readonly standing: Standing }) {
  const { limit, left, renewsIn } = standing
  const share = left / limit
  const level = share === 0 ? 'empty' : share <= 0.2 ? 'low' : 'well'
  return (
    <div class="gauge">
      <span class="gauge-name">{name}</span>
      <span class="gauge-figure">
        <b>{figure(left)}</b> / {shortFigure(limit)}
      </span>
      <span
        class={`bar ${level}`}
        role="meter"
        aria-label={`left of the ${name}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={left}
      >
        <span class="fill" style={{ transform: `scaleX(${share})` }} />
      </span>
      <span class="gauge-reset">{renewsIn === undefined ? 'full' : `resets in ${countdown(renewsIn)}`}</span>
    </div>
  )
}
