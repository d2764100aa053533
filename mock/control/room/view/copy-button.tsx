import { useState } from 'preact/hooks'

/** Copies a text, and says so. */
export function CopyButton({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('Copy')
  return (
    <button
      type="button"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => {
            setSaid('Copied')
          },
          () => {
            setSaid('Select and copy it by hand')
          },
        )
      }}
    >
      {said}
    </button>
  )
}
