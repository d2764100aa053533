// Holds every import to the arrows of layers.ts, and refuses circles between folders; exit code 1 when something is wrong.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { layers, test } from './layers.ts'

/** A source file by its path from the root of the repository, with `/` between folders. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** One import of a file that is no test: where it stands, and the file, package or `node:` that it names. */
interface Import {
  readonly path: string
  readonly line: number
  readonly target: string
  /** Whether the target is a file of ours, by its path from the root. */
  readonly ours: boolean
}

/** The layers by name, each with what it may import. */
type Layers = Readonly<Record<string, readonly string[]>>

/** What is wrong with the imports, one line for each, and nothing when all is well. */
export function checkImports(sources: readonly Source[], allowed: Layers = layers): string[] {
  const imports = sources.filter(({ path }) => !test.test(path)).flatMap(importsOf)
  return [
    ...new Set([...wrongArrows(imports, allowed), ...unusedArrows(imports, allowed), ...circles(imports)]),
  ]
}

function importsOf({ path, text }: Source): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const line = text.slice(0, pos).split('\n').length
    const ours = fileName.startsWith('.')
    return {
      path,
      line,
      ours,
      target: ours ? posix.join(posix.dirname(path), fileName) : packageOf(fileName),
    }
  })
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function wrongArrows(imports: readonly Import[], allowed: Layers): string[] {
  return imports.flatMap(({ path, line, target, ours }) => {
    const layer = layerOf(path, allowed)
    const mayImport = allowed[layer]
    if (mayImport === undefined) return [`${path}: lab/lint/layers.ts names no layer for it`]
    if (ours && test.test(target))
      return [`${path}:${String(line)} imports ${target}, which is for tests alone`]
    const into = ours ? layerOf(target, allowed) : target
    if (into === layer || mayImport.some((name) => covers(name, into))) return []
    return [
      `${path}:${String(line)} imports ${target}: ${layer} may not import ${into}, says lab/lint/layers.ts. ` +
        `Move what is needed to a layer that ${layer} may import, or hand it in.`,
    ]
  })
}

/** An arrow that nothing needs would let the next import through unseen. */
function unusedArrows(imports: readonly Import[], allowed: Layers): string[] {
  const used = new Map<string, Set<string>>()
  for (const { path, target, ours } of imports) {
    const layer = layerOf(path, allowed)
    const into = ours ? layerOf(target, allowed) : target
    used.set(layer, (used.get(layer) ?? new Set()).add(into))
  }
  return Object.entries(allowed).flatMap(([layer, names]) =>
    names
      .filter((name) => ![...(used.get(layer) ?? [])].some((into) => covers(name, into)))
      .map((name) => `lab/lint/layers.ts: ${layer} may import ${name}, and does not. Take the name out.`),
  )
}

/** The layer with the longest name that the file stands in; `.` for what stands at the top. */
function layerOf(path: string, allowed: Layers): string {
  const folders = posix.dirname(path).split('/')
  for (let length = folders.length; length > 0; length -= 1) {
    const name = folders.slice(0, length).join('/')
    if (name in allowed) return name
  }
  return folders[0] ?? '.'
}

function covers(name: string, into: string): boolean {
  return into === name || into.startsWith(`${name}/`)
}

/** One line for each knot of folders that import each other, with the shortest way around. */
function circles(imports: readonly Import[]): string[] {
  const folders = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [posix.dirname(one.path), posix.dirname(one.target)]
    if (!one.ours || from === to) continue
    const into = folders.get(from) ?? new Map<string, Import>()
    if (!into.has(to)) into.set(to, one)
    folders.set(from, into)
  }
  const told = new Set<string>()
  return [...folders.keys()].flatMap((folder) => {
    if (told.has(folder)) return []
    const way = shortestWayAround(folder, folders)
    for (const { path } of way) told.add(posix.dirname(path))
    if (way.length === 0) return []
    const steps = way.map(
      ({ path, line, target }) =>
        ` → ${posix.dirname(target)} (${path}:${String(line)} imports ${posix.basename(target)})`,
    )
    return [
      `circle between folders: ${folder}${steps.join('')}. Move what they share into the lowest of them.`,
    ]
  })
}

function shortestWayAround(
  folder: string,
  folders: ReadonlyMap<string, ReadonlyMap<string, Import>>,
): readonly Import[] {
  const reached = new Set<string>()
  let ways: (readonly Import[])[] = [[]]
  while (ways.length > 0) {
    const longer: (readonly Import[])[] = []
    for (const way of ways) {
      const last = way.at(-1)
      for (const [to, one] of folders.get(last === undefined ? folder : posix.dirname(last.target)) ?? []) {
        if (to === folder) return [...way, one]
        if (reached.has(to)) continue
        reached.add(to)
        longer.push([...way, one])
      }
    }
    ways = longer
  }
  return []
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const paths = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', 'dist', '**/built', 'lab/int64/made', '**/strangers/services'],
  })
  const wrong = checkImports(
    paths
      .sort()
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') })),
  )
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
