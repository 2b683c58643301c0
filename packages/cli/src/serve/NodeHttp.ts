/**
 * The module `node:http`. Importing it as an ES module would load undici for its `WebSocket` export, which adds 30 ms to a
 * start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http")
