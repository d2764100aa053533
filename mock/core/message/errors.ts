import type { Choices } from '../../../spec/choices.ts'

/** The error catalogue: the status of each error code, in the style `snake`. */
export const errors = {
  malformed_request: 400,
  malformed_json: 400,
  invalid_body: 400,
  invalid_limit: 400,
  invalid_status: 400,
  invalid_cursor: 400,
  invalid_pet_id: 400,
  invalid_media_type: 400,
  unknown_query_parameter: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  banned_api_key: 401,
  forbidden_api_key: 403,
  pet_not_found: 404,
  path_not_found: 404,
  method_not_found: 404,
  operation_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  operation_removed: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  api_key_banned: 429,
  headers_too_large: 431,
  internal_error: 500,
  store_unavailable: 503,
  version_not_supported: 505,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errors

const codeStyles: Record<Choices['error-code-style'], (code: string) => string> = {
  snake: (code) => code,
  kebab: (code) => code.replaceAll('_', '-'),
  screaming: (code) => code.toUpperCase(),
  dotted: (code) => code.replaceAll('_', '.'),
}

/** The JSON of an error body (section Errors), with its code in the chosen style. */
export function errorBody(
  code: string,
  status: number,
  message: string,
  style: Choices['error-code-style'],
): string {
  return JSON.stringify({ code: codeStyles[style](code), message: message.toWellFormed(), status })
}
