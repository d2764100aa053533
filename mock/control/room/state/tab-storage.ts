/** Uses what this tab stores. A browser that stores nothing throws: then nothing is done. */
export function withTabStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage)
  } catch {
    // There is nothing to do without it.
  }
}
