// Checks that every import follows the arrows of layers.ts, and that folders do not import each other in a circle; exit code 1
// if one does. Why no library does it: none reports an arrow that nothing uses. dependency-cruiser has layers and circles of
// folders, but takes three times the processor time, adds 44 packages, and shows a circle of 15 folders instead of the shortest.
// oxlint's import/no-cycle compares files only, and its no-restricted-imports does not resolve a path to a layer.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { layers, test } from './layers.ts'

/** A source file by its path from the root of the repository, with `/` between folders. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** An import of a file that is not a test: where it is, and the file, package or `node:` that it names. */
interface Import {
  readonly path: string
  readonly line: number
  readonly target: string
  /** Whether the target is a file of the repository, by its path from the root. */
  readonly isFile: boolean
}

/** The allowed imports of each layer, by its name. */
type Layers = Readonly<Record<string, readonly string[]>>

/** The violations, a line for each. */
export function checkImports(sources: readonly Source[], allowed: Layers = layers): string[] {
  const imports = sources.filter(({ path }) => !test.test(path)).flatMap(parseImports)
  return [
    ...new Set([...wrongArrows(imports, allowed), ...unusedArrows(imports, allowed), ...circles(imports)]),
  ]
}

function parseImports({ path, text }: Source): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const line = text.slice(0, pos).split('\n').length
    const isFile = fileName.startsWith('.')
    return {
      path,
      line,
      isFile,
      target: isFile ? posix.join(posix.dirname(path), fileName) : packageName(fileName),
    }
  })
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function wrongArrows(imports: readonly Import[], allowed: Layers): string[] {
  return imports.flatMap(({ path, line, target, isFile }) => {
    const layer = findLayer(path, allowed)
    const mayImport = allowed[layer]
    if (mayImport === undefined) return [`${path}: no layer of lab/lint/layers.ts contains it`]
    if (isFile && test.test(target))
      return [`${path}:${String(line)} imports ${target}, which only tests may import`]
    const into = isFile ? findLayer(target, allowed) : target
    if (into === layer || mayImport.some((name) => covers(name, into))) return []
    return [
      `${path}:${String(line)} imports ${target}: ${layer} may not import ${into} by lab/lint/layers.ts. ` +
        `Move what is needed to a layer that ${layer} may import, or pass it as an argument.`,
    ]
  })
}

/** Finds arrows that no import uses: one would let the next import pass unnoticed. */
function unusedArrows(imports: readonly Import[], allowed: Layers): string[] {
  const used = new Map<string, Set<string>>()
  for (const { path, target, isFile } of imports) {
    const layer = findLayer(path, allowed)
    const into = isFile ? findLayer(target, allowed) : target
    used.set(layer, (used.get(layer) ?? new Set()).add(into))
  }
  return Object.entries(allowed).flatMap(([layer, names]) =>
    names
      .filter((name) => ![...(used.get(layer) ?? [])].some((into) => covers(name, into)))
      .map((name) => `lab/lint/layers.ts: ${layer} may import ${name}, but does not. Remove the name.`),
  )
}

/** The innermost layer that contains the file; `.` for files at the root. */
function findLayer(path: string, allowed: Layers): string {
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

/** Finds circles between folders, and describes the shortest way around each. */
function circles(imports: readonly Import[]): string[] {
  const folders = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    const [from, to] = [posix.dirname(one.path), posix.dirname(one.target)]
    if (!one.isFile || from === to) continue
    const into = folders.get(from) ?? new Map<string, Import>()
    if (!into.has(to)) into.set(to, one)
    folders.set(from, into)
  }
  const reported = new Set<string>()
  return [...folders.keys()].flatMap((folder) => {
    if (reported.has(folder)) return []
    const way = shortestWayAround(folder, folders)
    for (const { path } of way) reported.add(posix.dirname(path))
    if (way.length === 0) return []
    const steps = way.map(
      ({ path, line, target }) =>
        ` → ${posix.dirname(target)} (${path}:${String(line)} imports ${posix.basename(target)})`,
    )
    return [`circle between folders: ${folder}${steps.join('')}. Move what they share to the lowest of them.`]
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
    exclude: [
      '**/node_modules',
      'dist',
      '**/built',
      'lab/int64/made',
      '**/strangers/services',
      'lab/peer-services',
    ],
  })
  const wrong = checkImports(
    paths
      .sort()
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') })),
  )
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
