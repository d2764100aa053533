/** A path apart from its query. */
export function splitPath(path: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = path.indexOf('?')
  return at < 0
    ? { path, query: new URLSearchParams() }
    : { path: path.slice(0, at), query: new URLSearchParams(path.slice(at + 1)) }
}
