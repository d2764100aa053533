import type { Change } from '../state/control-api.ts'

/** Something that changed between two exchanges. */
export function ChangeLine({ change }: { readonly change: Change }) {
  return (
    <li class={`line change ${change.what}`}>
      <time dateTime={change.time}>{change.time.slice(11, 19)}</time>
      <span class="sentence">{change.sentence}</span>
    </li>
  )
}
