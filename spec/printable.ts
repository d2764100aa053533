// C0, DEL, C1, the line separators, whatever turns the direction of writing, and half a character: what a service sends
// must not move a cursor, forge a line, or show a reader another text than was sent.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
const UNPRINTABLE_IN_LINES =
  /[^\n\t\P{Cc}]|[\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** A text from outside in one line, safe to show anywhere: each control character is written as `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, escaped)
}

/** The same for a place that shows several lines: line breaks and tabs stay. */
export function printableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNPRINTABLE_IN_LINES, escaped)
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
