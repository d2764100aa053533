import { printableLines } from '../../../spec/wording.ts'
import { splitCode } from '../model/text.ts'
import type { Verdict } from '../model/verdict.ts'

/** HTML that may be put into a page as it is; made by `markup` only. */
export class Markup {
  readonly #html: string

  private constructor(html: string) {
    this.#html = html
  }

  static of(strings: readonly string[], values: readonly Part[]): Markup {
    const written = values.map((value, index) => toHtml(value) + (strings[index + 1] ?? ''))
    return new Markup((strings[0] ?? '') + written.join(''))
  }

  /** An element that holds a text and nothing else, so that quotes, of which JSON has many, need no references. */
  static preformatted(text: string): Markup {
    return new Markup(`<pre class="reply" tabindex="0">${escaped(text, /[&<>]/g)}</pre>`)
  }

  toString(): string {
    return this.#html
  }
}

/** A value in a template: text is escaped, markup stays, a list is joined, `undefined` is empty. */
export type Part = Markup | string | number | undefined | readonly Part[]

/** A template of HTML. Whatever a text holds, it is shown as text, between tags and in a quoted attribute alike. */
export function markup(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return Markup.of(strings, values)
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toHtml(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.toString()
  if (typeof part === 'object') return part.map(toHtml).join('')
  return escaped(String(part), /[&<>"']/g)
}

function escaped(text: string, special: RegExp): string {
  return printableLines(text).replaceAll(special, (char) => REFERENCES[char] ?? char)
}

/** A sentence of ours, with code in backticks. */
export function sentence(text: string): Markup {
  const parts = splitCode(text).map((part) =>
    part.kind === 'code' ? markup`<code>${part.text}</code>` : markup`${part.text}`,
  )
  return markup`${parts}`
}

/** A command to copy: one click selects all of it, and the script adds a button. */
export function command(curl: string): Markup {
  return markup`<div class="command"><pre class="copy" tabindex="0"><code>${curl}</code></pre></div>`
}

/** A verdict as a class of the style sheet. */
export function className(verdict: Verdict): string {
  return verdict.replace(' ', '-')
}
