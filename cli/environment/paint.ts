import { styleText } from 'node:util'

const styles = ['bold', 'dim', 'cyan', 'green', 'yellow', 'red'] as const
export type Style = (typeof styles)[number]

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** The codes are worked out once: a log line must cost next to nothing. */
export function createPaint(colours: boolean): Paint {
  if (!colours) return (_style, text) => text
  const codes = Object.fromEntries(styles.map((style) => [style, codesOf(style)])) as Record<
    Style,
    readonly [string, string]
  >
  return (style, text) => codes[style][0] + text + codes[style][1]
}

function codesOf(style: Style): readonly [string, string] {
  const [open = '', close = ''] = styleText(style, '|', { validateStream: false }).split('|')
  return [open, close]
}
