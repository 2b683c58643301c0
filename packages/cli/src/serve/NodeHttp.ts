/**
 * The module `node:http`. Imported as an ES module it would load undici for the WebSocket that it exports, which takes a
 * start 30 milliseconds.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http")
