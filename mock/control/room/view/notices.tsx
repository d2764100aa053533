import { useRoom } from './use-room.ts'

// To read a line.
const LONG_ENOUGH = 5000

/** What happened last, or what went wrong. */
export function Notices() {
  const { notice, outside } = useRoom()
  const isOver = notice.value?.tone !== 'wrong' && outside.value > (notice.value?.since ?? 0) + LONG_ENOUGH
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
