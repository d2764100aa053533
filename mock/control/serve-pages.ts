import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { readFile } from 'node:fs/promises'

/** A page that `build-pages.ts` has built. */
export interface BuiltPage {
  /** Its folder in `built/`. */
  readonly folder: string
  /** Its path below `/_mock`, with a slash at the end. */
  readonly path: string
  /** The files beside its index.html, with their types. */
  readonly files: Readonly<Record<string, string>>
  /** What its Content-Security-Policy says besides the common part. */
  readonly policy: readonly string[]
}

const BUILT = new URL('./built/', import.meta.url)

const HTML = 'text/html; charset=utf-8'

/** The common part: no code and no style but the page's own files, nothing from elsewhere, no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/**
 * Serves a page. It is no secret, and a link from anywhere may lead to it: what it then asks of the control API is
 * guarded.
 */
export function servePage(
  { folder, path, files, policy }: BuiltPage,
  read: (file: URL) => Promise<Buffer> = readFile,
): RequestHandler {
  const types = new Map(Object.entries({ 'index.html': HTML, ...files }))
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': [...POLICY, ...policy].join('; '),
  }

  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const [asked, query] = placeOf(request)
    if (`${asked}/` === path) {
      // The page names its files relative to its own address.
      response.writeHead(308, { ...headers, Location: request.baseUrl + path + query }).end()
      return
    }
    const name = asked === path ? 'index.html' : asked.slice(path.length)
    const type = asked.startsWith(path) && isRead(request) ? types.get(name) : undefined
    if (type === undefined) {
      next()
      return
    }
    const isZipped = request.acceptsEncodings(['gzip', 'identity']) === 'gzip'
    const file = `${folder}/${name}${isZipped ? '.gz' : ''}`
    const content = await read(new URL(file, BUILT)).catch(whyUnread)
    if (typeof content === 'string') {
      response.writeHead(503, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
      response.end(`${content}\n`)
      return
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': content.length,
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
      Vary: 'Accept, Accept-Encoding',
    })
    response.end(request.method === 'HEAD' ? undefined : content)
  }
}

/** What stands in the place of a page, so that its reader knows whether to build it, to wait, or to look at the machine. */
function whyUnread(error: NodeJS.ErrnoException): string {
  const { code = error.message } = error
  if (code === 'ENOENT')
    return 'The page has not been built: run "npm run pages" where the mock was installed.'
  if (code === 'EMFILE' || code === 'ENFILE')
    return `The page cannot be read while so many files and connections are open (${code}): close some, or raise the limit (ulimit -n), and load it again.`
  return `The page cannot be read: ${code}.`
}

/** What was asked for below `/_mock`, which is nothing where not even a slash follows, and the query with its mark. */
function placeOf({ path, originalUrl }: Request): readonly [place: string, query: string] {
  const mark = originalUrl.indexOf('?')
  const [whole, query] = mark < 0 ? [originalUrl, ''] : [originalUrl.slice(0, mark), originalUrl.slice(mark)]
  return [path === '/' && !whole.endsWith('/') ? '' : path, query]
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

const servePageOfRoom = servePage({
  folder: 'room',
  path: '/',
  files: {
    'room.js': 'text/javascript; charset=utf-8',
    'room.css': 'text/css; charset=utf-8',
    'room.svg': 'image/svg+xml',
  },
  // Nothing that a request carried can run: no text becomes markup either.
  policy: ["img-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
})

/** Serves the control room to browsers; scripts, which do not ask for HTML, get the API's own replies. */
export function serveRoom(request: Request, response: Response, next: NextFunction): unknown {
  if (request.path === '/' && request.accepts(['json', 'html']) !== 'html') {
    next()
    return undefined
  }
  return servePageOfRoom(request, response, next)
}

/** Serves the docs page. */
export const serveDocs = servePage({
  folder: 'docs',
  path: '/docs/',
  files: {
    'docs.js': 'text/javascript; charset=utf-8',
    'docs.css': 'text/css; charset=utf-8',
  },
  // Swagger UI has its icons in its style, and sets descriptions, cleaned by DOMPurify, as markup, which trusted types
  // would refuse.
  policy: ["img-src 'self' data:"],
})
