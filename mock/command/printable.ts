// C0, DEL, C1, the line separators, and whatever turns the direction of writing: a request must not be able to move the
// cursor, forge a line, or show a terminal's reader another text than was sent.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const EACH = new RegExp(UNPRINTABLE, 'gu')

/** A text from outside as a terminal may see it, in one line: each control character is written as `\u001b`. */
export function printable(text: string): string {
  return UNPRINTABLE.test(text) ? text.replaceAll(EACH, escaped) : text
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
