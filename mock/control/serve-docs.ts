import { servePage } from './serve-page.ts'

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
