import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { readFile } from 'node:fs/promises'
import { docsPage, headersOf, roomPage, typesOf, type BuiltPage } from './pages.ts'

const BUILT = new URL('./built/', import.meta.url)

/**
 * Serves a page. It is no secret, and a link from anywhere may lead to it: what it then asks of the control API is
 * guarded.
 */
export function servePage(page: BuiltPage, read: (file: URL) => Promise<Buffer> = readFile): RequestHandler {
  const { folder, path } = page
  const types = typesOf(page)
  const headers = headersOf(page)

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

const servePageOfRoom = servePage(roomPage)

/** Serves the control room to browsers; scripts, which do not ask for HTML, get the API's own replies. */
export function serveRoom(request: Request, response: Response, next: NextFunction): unknown {
  if (request.path === '/' && request.accepts(['json', 'html']) !== 'html') {
    next()
    return undefined
  }
  return servePageOfRoom(request, response, next)
}

/** Serves the docs page. */
export const serveDocs = servePage(docsPage)
