/** Splits a sentence of ours at its backticks: `code` parts and `plain` parts, in order. */
export function splitCode(
  text: string,
): readonly { readonly kind: 'code' | 'plain'; readonly text: string }[] {
  const parts = text.split('`')
  // An odd backtick is no code.
  if (parts.length % 2 === 0) return [{ kind: 'plain', text }]
  return parts
    .map((part, index) => ({ kind: index % 2 === 0 ? ('plain' as const) : ('code' as const), text: part }))
    .filter((part) => part.text !== '')
}
