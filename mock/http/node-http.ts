/**
 * Node's HTTP server. An `import` of `node:http` reads all of its exports, of which some load Node's HTTP client: that takes
 * 15 MB and half the time of a start.
 */
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http')
