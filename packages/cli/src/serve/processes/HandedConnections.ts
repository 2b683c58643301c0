import { Schema } from "effect"
import type { Worker } from "node:cluster"

/** The message of `node:cluster` that hands a connection to a process. */
const isHanding = Schema.is(Schema.Struct({ act: Schema.Literal("newconn"), seq: Schema.Int }))

/** The answer to a message. For a handed connection it says whether the process takes it. */
const isReply = Schema.is(Schema.Struct({ ack: Schema.Int }))

/** The processes that take connections. */
const listening = new Set<Worker>()

/** Gives no more connections to a process. The process keeps its open connections. */
export const stopHanding = (worker: Worker): void => void listening.delete(worker)

/**
 * Passes on the connections that a process was handed but never took, because it died. `node:cluster` keeps them open and waits
 * for the process, so their clients would wait forever. This function answers that the process refuses the connections, and
 * `node:cluster` gives them to another process. Nothing has been read from them.
 */
export const keepConnections = (worker: Worker): void => {
  const handed = new Set<number>()
  const child = worker.process
  const watched = {
    apply: (send: typeof child.send, self: unknown, parameters: Parameters<typeof child.send>): unknown => {
      const message: unknown = parameters[0]
      if (isHanding(message)) handed.add(message.seq)
      return Reflect.apply<unknown, typeof parameters, boolean>(send, self, parameters)
    }
  }
  Object.assign(child, { send: new Proxy(child.send.bind(child), watched) })
  child.on("internalMessage", (message: unknown) => {
    if (isReply(message)) handed.delete(message.ack)
  })
  worker.on("listening", () => listening.add(worker))
  let isConnected = true
  worker.on("disconnect", () => {
    isConnected = false
    listening.delete(worker)
    // If no other process listens, the port is closed. The connection is closed too, as if it had been taken.
    const accepted = listening.size === 0
    for (const ack of handed) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted })
  })
  // Node does not notice the end of the channel while a connection is on its way to a dead process: it waits until the process
  // confirms the connection.
  const disconnect = () => void (isConnected && child.emit("disconnect"))
  // First read everything that the process has sent.
  const atEnd = () => void setImmediate(child.connected ? atEnd : disconnect)
  worker.on("exit", atEnd)
}
