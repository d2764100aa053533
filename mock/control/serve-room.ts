import type { NextFunction, Request, Response } from 'express'
import { servePage } from './serve-page.ts'

const serve = servePage({
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

/** Serves the control room to browsers; scripts, which do not ask for HTML, get the API's own answers. */
export function serveRoom(request: Request, response: Response, next: NextFunction): unknown {
  if (request.path === '/' && request.accepts(['json', 'html']) !== 'html') {
    next()
    return undefined
  }
  return serve(request, response, next)
}
