/** The schema of a text of at least one character. */
export const NON_EMPTY_TEXT = {
  type: 'string',
  pattern: '.',
  description: 'a text that is not empty',
}

/** The schema of the token of the control API: long enough not to be guessed, and a header can hold it. */
export const CONTROL_TOKEN = {
  type: 'string',
  pattern: '^[!-~]{16,}$',
  description: '16 letters, digits or signs, or more',
}

/** The schema of the origins whose pages may use the control API. */
export const ORIGINS = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'string',
    pattern: '^https?://[^\\s/?#@]+/?$',
    description: 'an origin such as http://localhost:5173',
  },
}
