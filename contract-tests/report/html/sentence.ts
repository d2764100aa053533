import { splitCode } from '../split-code.ts'
import { markup, type Markup } from './markup.ts'

/** A sentence of ours, in which backticks mark code. */
export function sentence(text: string): Markup {
  const parts = splitCode(text).map((part) =>
    part.kind === 'code' ? markup`<code>${part.text}</code>` : markup`${part.text}`,
  )
  return markup`${parts}`
}
