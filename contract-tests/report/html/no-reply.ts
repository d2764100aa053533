import { noReplyHeading, requestText } from '../model/no-reply.ts'
import type { RunReport } from '../model/run-report.ts'
import { command, markup, type Markup } from './markup.ts'

/** The requests without a reply, each with a command that repeats it. */
export function noReplySection(report: RunReport): Markup | undefined {
  const heading = noReplyHeading(report)
  if (heading === undefined) return undefined
  const { unanswered = [] } = report
  const items = unanswered.map(
    (one) => markup`<li><code class="exact">${requestText(one)}</code>: ${one.why} ${command(one.curl)}</li>`,
  )
  return markup`
<section aria-labelledby="no-reply"><h2 id="no-reply">No reply <span class="small exact">${heading}</span></h2>
  <ul class="findings">${items}</ul></section>`
}
