/** The schema of a text of at least one character. */
export const NON_EMPTY_TEXT = {
  type: 'string',
  pattern: '.',
  description: 'a text that is not empty',
}

/** The schema of the origins whose pages may use the control API. */
export const ORIGINS = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'string',
    pattern: '^https?://[^\\s/?#@]+$',
    description: 'an origin such as http://localhost:5173',
  },
}
