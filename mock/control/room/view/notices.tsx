import { useRoom } from './use-room.ts'

/** What happened last, or what went wrong. */
export function Notices() {
  const { notice } = useRoom()
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice.value && (
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
