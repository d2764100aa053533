/** Breaks a text between words into lines of at most `width`; a word that is longer has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/ +/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The beginning of a text, ended with `…` where it is longer than `width`. Never splits a character. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text
  return `${text.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`
}
