/**
 * Node's HTTP server. An `import` of `node:http` evaluates all of its exports, some of which load Node's HTTP client. That
 * costs 15 MB and half the time of a start.
 */
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http')
