import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { request } from "node:http"
import { ask, call, Contact, live } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { bootstrapToken, temporaryFolder } from "./ServerProcess.ts"

const authorization = `Bearer ${bootstrapToken}`

const Page = Schema.Struct({ events: Schema.Array(Schema.Struct({ cursor: Schema.String })), next: Schema.String })

/** What was read of a stream. */
interface Read {
  readonly cursors: ReadonlyArray<string>
  readonly lastId: string | null
  readonly status: number
}

/**
 * Reads a stream on a connection of its own, after the last id, until `enough` says so or it ends. The connection is then
 * destroyed, as a network does it: what arrives later is lost. Returns the ids of the whole messages, and the last id.
 */
const readStream = (url: string, lastId: string | null, enough: (bytes: number, ids: number) => boolean) =>
  Effect.callback<Read>((resume) => {
    let text = ""
    const headers = { authorization, ...(lastId !== null && { "last-event-id": lastId }) }
    const sent = request(`${url}/v1/events/stream`, { headers, agent: false }, (response) => {
      const finish = () => {
        const whole = text.slice(0, text.lastIndexOf("\n\n") + 2).split("\n\n")
        const cursors = whole.flatMap((message) => /^id: (.*)\ndata: /.exec(message)?.[1] ?? [])
        const ids = whole.flatMap((message) => /^id: (.*)/.exec(message)?.[1] ?? [])
        resume(Effect.succeed({ cursors, lastId: ids.at(-1) ?? lastId, status: response.statusCode ?? 0 }))
      }
      response.setEncoding("utf8")
      response.on("data", (piece: string) => {
        text += piece
        if (enough(text.length, text.split("\ndata: ").length - 1)) sent.destroy()
      })
      response.on("close", finish)
      response.on("error", () => undefined)
    })
    sent.on("error", () => undefined)
    sent.end()
    return Effect.sync(() => sent.destroy())
  })

describe("GET /v1/events/stream on a server", () => {
  it.live(
    "E9: loses no event and keeps the order, wherever its connection breaks, and ends when the server stops",
    () =>
      Effect.gen(function* () {
        const server = yield* hostServer({ folder: yield* temporaryFolder })
        const contacts = 30
        const writing = yield* Effect.forEach(
          Array.from({ length: contacts }, (_, index) => index),
          (index) =>
            Effect.andThen(
              ask(server, ["POST", "/v1/contacts", { email: `${index}@example.org` }], [201, Contact]),
              Effect.sleep("5 millis")
            ),
          { discard: true }
        ).pipe(Effect.forkScoped)

        const seen: Array<string> = []
        let lastId: string | null = null
        for (let broken = 0; seen.length < contacts; broken += 1) {
          // Somewhere within a message, of another one each time.
          const bytes = 100 + ((broken * 977) % 4_000)
          const read: Read = yield* readStream(
            server.url,
            lastId,
            (length, ids) => length > bytes || seen.length + ids >= contacts
          )
          assert.strictEqual(read.status, 200)
          seen.push(...read.cursors)
          lastId = read.lastId
        }
        yield* Fiber.join(writing)
        const page = yield* ask(server, ["GET", "/v1/events?limit=1000"], [200, Page])
        assert.deepStrictEqual(
          seen,
          page.events.map(({ cursor }) => cursor)
        )

        const open = yield* Effect.forkScoped(readStream(server.url, lastId, () => false))
        assert.strictEqual((yield* call(server, "GET", "/health")).status, 200)
        const begun = performance.now()
        yield* server.stop
        assert.isBelow(performance.now() - begun, 4_000)
        assert.deepStrictEqual((yield* Fiber.join(open)).cursors, [])
      }).pipe(Effect.provide(live))
  )
})
