/** What the sentence of a clock that runs as a lease wants, or again as before it, ends with. */
export function forLease(when: 'for' | 'after', name: string): string {
  return `, ${when} the lease ${name}`
}

/** Whether the sentence of a change of the clock says that a lease has changed its speed, and nobody by hand. */
export function isForLease(sentence: string): boolean {
  return /, (?:for|after) the lease \S+$/.test(sentence)
}
