import type { ComponentChildren, RefObject } from 'preact'
import { useId } from 'preact/hooks'

interface Props<Option extends string> {
  readonly label: string
  readonly value: Option
  readonly options: readonly Option[]
  /** The label of the empty option. */
  readonly none?: string
  /** The label of any other; the option itself by default. */
  readonly nameOf?: (option: Option) => string
  readonly onPick: (option: Option) => void
}

/** A labelled select box. */
export function Select<Option extends string>({
  label,
  value,
  options,
  none,
  nameOf = (option) => option,
  onPick,
}: Props<Option>) {
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const option = options.find((one) => one === currentTarget.value)
          if (option !== undefined) onPick(option)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? none : nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A sentence with code between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>
}

interface ConfirmationProps {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly question: string
  /** What is lost. */
  readonly children: ComponentChildren
  /** The button that confirms. */
  readonly answer: string
  readonly onConfirm: () => void
}

/** A dialog that asks before what cannot be undone. */
export function Confirmation({ dialog, question, children, answer, onConfirm }: ConfirmationProps) {
  const title = useId()
  const close = (): void => dialog.current?.close()
  return (
    <dialog ref={dialog} aria-labelledby={title}>
      <h2 id={title}>{question}</h2>
      <p>{children}</p>
      <div class="row">
        <button type="button" class="main" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="grave"
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {answer}
        </button>
      </div>
    </dialog>
  )
}
