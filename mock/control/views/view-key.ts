import type { WindowQuota } from '../../core/limits/meter.ts'
import type { KeyState } from '../../core/world/key-control.ts'
import type { Key, Window } from '../../client/generated/wire.ts'
import { isoTime } from './iso-time.ts'

/** A key as it goes over the wire. */
export function viewKey({ key, plan, windows, strikes, bannedUntil, report }: KeyState): Key {
  return {
    key,
    plan,
    windows: { minute: viewWindow(windows.minute), day: viewWindow(windows.day) },
    strikes,
    bannedUntil: isoTime(bannedUntil),
    report,
  }
}

function viewWindow({ limit, remaining, resetsAt }: WindowQuota): Window {
  return { limit, remaining, resetsAt: isoTime(resetsAt) }
}
