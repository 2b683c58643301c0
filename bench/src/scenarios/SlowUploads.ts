import { Effect } from "effect"
import { connect } from "node:net"
import { answersOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { otherToken, type Server, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How many clients are slow. */
const connections = 20

/** How much a slow client announces, in bytes. */
const announced = 8_000_000

/** Bytes of a body that takes a place of the large ones. */
const large = 2_000_000

/** Milliseconds between two bytes of a slow client. */
const pause = 20_000

/** Longest that a large request may take, in milliseconds. */
const slowest = 10_500

/** How long large requests are sent. */
const lasts = "25 seconds"

/** A connection that announces a large body, and sends a byte of it now and then until the scope closes. */
const slowUpload = ({ url }: Server, token: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      // The server may close it; that is for it to decide.
      socket.on("error", () => undefined)
      const head = [
        "POST /v1/contacts/bulk HTTP/1.1",
        `Host: ${hostname}`,
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        `Content-Length: ${announced}`
      ]
      socket.write(`${head.join("\r\n")}\r\n\r\n{`)
      const drip = setInterval(() => socket.writable && socket.write(" "), pause)
      return { socket, drip }
    }),
    ({ drip, socket }) =>
      Effect.sync(() => {
        clearInterval(drip)
        socket.destroy()
      })
  )

/** An import of few rows with a large body: each has a text that no field takes. */
const largeImport = JSON.stringify({
  contacts: Array.from({ length: 100 }, () => ({ email: "ada@example.org", comment: "x".repeat(large / 100) }))
})

const attack = Effect.fnUntraced(function* (server: Server, token: string) {
  yield* Effect.forEach(Array.from({ length: connections }), () => slowUpload(server, token))
  yield* Effect.sleep("500 millis")
  const once = server.send("POST", "/v1/contacts/bulk", { body: largeImport })
  const answers = new Array<Effect.Success<typeof once>>()
  const again = Effect.delay(
    Effect.map(once, (answer) => void answers.push(answer)),
    "200 millis"
  )
  yield* Effect.timeoutOption(Effect.forever(again), lasts)
  return answersOf("large imports", answers, [202], slowest)
}, Effect.scoped)

/** Clients announce large bodies and hardly send them. */
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
