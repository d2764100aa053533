import { markup, type Markup } from './markup.ts'

/** A command to copy: one click marks all of it, and the script adds a button. */
export function command(curl: string): Markup {
  return markup`<div class="command"><pre class="copy" tabindex="0"><code>${curl}</code></pre></div>`
}
