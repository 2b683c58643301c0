import { Schema } from "effect"
import type { Worker } from "node:cluster"

/** Matches the message with which `node:cluster` hands a connection to a process. */
const isHanding = Schema.is(Schema.Struct({ act: Schema.Literal("newconn"), seq: Schema.Int }))

/** Matches the reply to a message. For a connection, the reply says whether the process accepts it. */
const isReply = Schema.is(Schema.Struct({ ack: Schema.Int }))

/** The processes that accept connections. */
const listening = new Set<Worker>()

/** Hands no more connections to a process. It keeps its open connections. */
export const stopHanding = (worker: Worker): void => void listening.delete(worker)

/**
 * Rescues connections that were handed to a process that died before it accepted them. `node:cluster` keeps them open and
 * waits for the process, so their clients would wait forever. This function replies that the process refuses them, and
 * `node:cluster` hands them to another process. Nothing has been read from them.
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
    // If no other process listens, the port is closed. Then the connection is closed too, as if it had been accepted.
    const accepted = listening.size === 0
    for (const ack of handed) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted })
  })
  // Node doesn't notice the end of the channel while a connection is on its way to a dead process, because it waits for
  // the confirmation.
  const disconnect = () => void (isConnected && child.emit("disconnect"))
  // Reads everything that the process has sent first.
  const atEnd = () => void setImmediate(child.connected ? atEnd : disconnect)
  worker.on("exit", atEnd)
}
