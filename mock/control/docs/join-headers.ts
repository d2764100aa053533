import type { Response } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Joins the headers that Swagger UI has taken apart at their commas, dates among them. */
export function joinHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(response.headers)) {
    if (Array.isArray(value)) response.headers[name] = value.join(', ')
  }
  return response
}
