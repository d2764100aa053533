import { readFile } from 'node:fs/promises'
import type { NextFunction, Request, Response } from 'express'

const FOLDER = new URL('./room/built/', import.meta.url)

/** The files of the page, by their paths below `/_mock`. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/room.js': ['room.js', 'text/javascript; charset=utf-8'],
  '/room.css': ['room.css', 'text/css; charset=utf-8'],
  '/room.svg': ['room.svg', 'image/svg+xml'],
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  // Nothing that a request carried can run: no inline script, no text that becomes markup, no frame around the page.
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
}

/**
 * Serves the control room to browsers; scripts, which do not ask for HTML, get the API's own answers. The page is no
 * secret and a link from anywhere may lead to it: what it then asks of the control API is guarded.
 */
export async function serveRoom(request: Request, response: Response, next: NextFunction): Promise<void> {
  const found = request.method === 'GET' || request.method === 'HEAD' ? FILES[request.path] : undefined
  if (!found || (request.path === '/' && request.accepts(['json', 'html']) !== 'html')) {
    next()
    return
  }
  const [path = '', query] = request.originalUrl.split('?', 2)
  if (request.path === '/' && !path.endsWith('/')) {
    // The page names its files from where it stands.
    response
      .writeHead(308, {
        ...HEADERS,
        Location: `${request.baseUrl}/${query === undefined ? '' : `?${query}`}`,
      })
      .end()
    return
  }
  const [file, type] = found
  const content = await readFile(new URL(file, FOLDER)).catch(() => undefined)
  if (!content) {
    response.writeHead(503, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end('The control room has not been built: run "npm run room" where the mock was installed.\n')
    return
  }
  response.writeHead(200, {
    ...HEADERS,
    'Content-Type': type,
    'Content-Length': content.length,
    Vary: 'Accept',
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}
