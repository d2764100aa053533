/** Resolves once everything that waits has had its turn: what takes long awaits it every few milliseconds. */
export function nextTurn(): Promise<void> {
  return new Promise((resume) => setTimeout(resume))
}
