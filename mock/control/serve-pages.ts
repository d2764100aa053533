import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { docsPage, headersOf, roomPage, typesOf, type BuiltPage } from './pages.ts'
import { readBuilt } from './read-built.ts'

/**
 * Serves a page to everybody, without the guard: links to it may come from anywhere, and its requests to the control API are
 * guarded.
 */
export function servePage(page: BuiltPage, read = readBuilt): RequestHandler {
  const { folder, path } = page
  const types = typesOf(page)
  const headers = headersOf(page)

  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const [asked, query] = placeOf(request)
    if (`${asked}/` === path) {
      // The page's links to its files are relative.
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
    const content = await read(file).catch(whyUnread)
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

/** The text that is served if a page cannot be read. It says what to do. */
function whyUnread(error: NodeJS.ErrnoException): string {
  const { code = error.message } = error
  if (code === 'ENOENT') return 'The page has not been built. Run "npm run pages" in the folder of the mock.'
  if (code === 'EMFILE' || code === 'ENFILE')
    return `The page cannot be read because too many files and connections are open (${code}). Close some or raise the limit (ulimit -n), then reload.`
  return `The page cannot be read: ${code}.`
}

/** The path below `/_mock`, empty without a trailing slash, and the query with its question mark. */
function placeOf({ path, originalUrl }: Request): readonly [place: string, query: string] {
  const end = originalUrl.indexOf('?')
  const [whole, query] = end < 0 ? [originalUrl, ''] : [originalUrl.slice(0, end), originalUrl.slice(end)]
  return [path === '/' && !whole.endsWith('/') ? '' : path, query]
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

const servePageOfRoom = servePage(roomPage)

/** Serves the control room to browsers. Other clients, which do not accept HTML, get the index of the API. */
export function serveRoom(request: Request, response: Response, next: NextFunction): unknown {
  if (request.path === '/' && request.accepts(['json', 'html']) !== 'html') {
    next()
    return undefined
  }
  return servePageOfRoom(request, response, next)
}

/** Serves the docs page. */
export const serveDocs = servePage(docsPage)
