import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A TCP proxy in front of a server, which can become a black hole. */
export interface DropProxy {
  /** A URL of the server, with the address of the proxy instead. */
  readonly through: (url: string) => string

  /** How many connections its clients have open. */
  readonly count: () => number

  /** Forwards nothing any more, and closes nothing. What arrives is lost, also on new connections. */
  readonly hold: () => void

  /** Forwards again. A connection of which something was lost stays silent until its client closes it. */
  readonly resume: () => void

  /** Closes every connection, and accepts no more. */
  readonly close: () => Promise<void>
}

/** A connection of a client, and that to the server behind it. */
interface Pair {
  readonly client: Socket
  readonly server: Socket
  isBroken: boolean
}

/** Starts a proxy in front of the server of a URL. */
export const startDropProxy = async (target: string): Promise<DropProxy> => {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let isHeld = false

  const forward = (pair: Pair, from: Socket, to: Socket) => {
    from.on("error", () => {})
    from.on("data", (chunk) => {
      pair.isBroken ||= isHeld
      if (!pair.isBroken) to.write(chunk)
    })
    from.on("close", closeEnded)
  }

  const closeEnded = () => {
    if (isHeld) return
    for (const pair of pairs) {
      if (pair.client.closed) pair.server.destroy()
      else if (pair.server.closed && !pair.isBroken) pair.client.destroy()
      if (pair.client.closed && pair.server.closed) pairs.delete(pair)
    }
  }

  const listener = createServer((client) => {
    const pair = { client, server: connect(Number(port), hostname), isBroken: false }
    pairs.add(pair)
    forward(pair, client, pair.server)
    forward(pair, pair.server, client)
  }).listen(0, "127.0.0.1")
  await once(listener, "listening")
  const address = listener.address()
  const host = typeof address === "object" && address !== null ? `127.0.0.1:${address.port}` : ""

  return {
    through: (url) => Object.assign(new URL(url), { host }).href,
    count: () => [...pairs].filter(({ client }) => !client.closed).length,
    hold: () => {
      isHeld = true
    },
    resume: () => {
      isHeld = false
      closeEnded()
    },
    close: async () => {
      const closed = once(listener.close(), "close")
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
      await closed
    }
  }
}
