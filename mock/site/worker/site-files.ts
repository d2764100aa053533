import { docsPage, headersOf, roomPage, typesOf, type BuiltPage } from '../../control/pages.ts'

/** The page that starts the worker, at the root of the site. */
export const startPage = {
  files: {
    'start.js': 'text/javascript; charset=utf-8',
    'start.css': 'text/css; charset=utf-8',
    'start.svg': 'image/svg+xml',
  },
  // Only the address of the worker may become code.
  policy: [
    "img-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ],
} satisfies Pick<BuiltPage, 'files' | 'policy'>

/** A file of the site: its path, and the headers that a static server cannot send. */
export interface SiteFile {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

/** The files by path below the root. The empty path, and paths that end with a slash, are pages. */
export const siteFiles: ReadonlyMap<string, SiteFile> = new Map([
  ...filesOf('', '', startPage),
  ...[roomPage, docsPage].flatMap((page) => filesOf(`_mock${page.path}`, `pages/${page.folder}/`, page)),
])

function filesOf(
  path: string,
  folder: string,
  page: Pick<BuiltPage, 'files' | 'policy'>,
): (readonly [path: string, file: SiteFile])[] {
  return Array.from(typesOf(page), ([name, type]) => [
    path + (name === 'index.html' ? '' : name),
    { name: folder + name, headers: { ...headersOf(page), 'Content-Type': type } },
  ])
}
