import { useRoom } from './use-room.ts'

// To read a line; what went wrong stays until it is closed or something else happens.
const LONG_ENOUGH = 5000

/** What happened last, or what went wrong. */
export function Notices() {
  const { notice, outside } = useRoom()
  const isOver = notice.value?.tone === 'good' && outside.value > notice.value.since + LONG_ENOUGH
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice.value && !isOver && (
        <p class={`notice ${notice.value.tone}`}>
          {notice.value.text}
          <button
            type="button"
            aria-label="Close this notice"
            onClick={() => {
              notice.value = undefined
            }}
          >
            ×
          </button>
        </p>
      )}
    </div>
  )
}
