import { Effect } from "effect"
import { connect } from "node:net"
import type { Answer } from "../Client.ts"
import { answersOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { otherToken, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** The number of slow clients, the announced bytes of each, and the milliseconds between two sent bytes. */
const [connections, announced, pause] = [20, 8_000_000, 20_000]

/** Maximum response time of a large request, in milliseconds. */
const slowest = 10_500

/** How long large requests are sent. */
const lasts = "25 seconds"

/** Opens a connection that announces a large body, and sends a byte of it now and then until the scope closes. */
const slowUpload = ({ url }: Server, token: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      // The server may close the connection.
      socket.on("error", () => undefined)
      const head = `Host: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`
      socket.write(`POST /v1/contacts/bulk HTTP/1.1\r\n${head}\r\nContent-Length: ${announced}\r\n\r\n{`)
      const drip = setInterval(() => socket.writable && socket.write(" "), pause)
      return { socket, drip }
    }),
    ({ drip, socket }) =>
      Effect.sync(() => {
        clearInterval(drip)
        socket.destroy()
      })
  )

/**
 * An import with few rows and a large body, so that it takes a place for large bodies. Each row has a string that no
 * field accepts.
 */
const body = JSON.stringify({
  contacts: Array.from({ length: 100 }, () => ({ email: "ada@example.org", comment: "x".repeat(20_000) }))
})

const attack = Effect.fnUntraced(function* (server: Server, token: string) {
  yield* Effect.replicateEffect(slowUpload(server, token), connections)
  yield* Effect.sleep("500 millis")
  const answers: Array<Answer> = []
  const once = Effect.map(server.send("POST", "/v1/contacts/bulk", { body }), (answer) => void answers.push(answer))
  yield* Effect.timeoutOption(Effect.forever(Effect.delay(once, "200 millis")), lasts)
  return answersOf("large imports", answers, [202], slowest)
}, Effect.scoped)

/** Clients announce large bodies and send almost nothing of them. */
export const slowUploads: Scenario = {
  name: "slow-uploads",
  about: "20 connections announce 8 MB and send a byte in 20 s; large imports of another workspace succeed",
  ...onBoth(
    Effect.fnUntraced(function* (database) {
      const server = yield* startServer(database)
      const token = yield* otherToken(database, "slow")
      return [yield* watch(`${connections} connections`, server, attack(server, token))]
    })
  )
}
