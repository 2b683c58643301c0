import { Schema } from "effect"
import type { Worker } from "node:cluster"

/** The message of `node:cluster` that hands a connection to a process. */
const isHanding = Schema.is(Schema.Struct({ act: Schema.Literal("newconn"), seq: Schema.Int }))

/** The answer to a message: for one that hands a connection, that the process has it, or that it does not take it. */
const isReply = Schema.is(Schema.Struct({ ack: Schema.Int }))

/** The processes that take connections. */
const listening = new Set<Worker>()

/** No more connections go to a process from now on. Those that it has are its own. */
export const stopHanding = (worker: Worker): void => void listening.delete(worker)

/**
 * Hands the connections on that a process was handed and never took, because it died. `node:cluster` keeps them open and
 * waits for its answer, so that their clients would wait for ever. It gets the answer here of a process that takes no
 * more connections, whereupon another one has them. Nothing has been read from them.
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
    // Where no other process listens, the port is closed, and so is the connection: as if it had been taken.
    const accepted = listening.size === 0
    for (const ack of handed) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted })
  })
  // Of a process that has died with a connection on its way, Node does not notice the end of the channel: it waits until
  // the process confirms the connection.
  const disconnect = () => void (isConnected && child.emit("disconnect"))
  // Everything is read first that the process has sent.
  const atEnd = () => void setImmediate(child.connected ? atEnd : disconnect)
  worker.on("exit", atEnd)
}
