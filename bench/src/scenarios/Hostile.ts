import { Console, Effect } from "effect"
import type { Answer } from "../Client.ts"
import { expectJson } from "../Client.ts"
import { makeDice } from "../hostile/Dice.ts"
import { Document } from "../hostile/Document.ts"
import { makeRequests } from "../hostile/Requests.ts"
import { answersOf, type Figure } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { createContact, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

const wanted = 100_000

/** The number of clients. More clients would only wait for each other. */
const clients = 4

/** The number of contacts that requests can refer to. */
const contacts = 50

/** Maximum response time, in milliseconds. */
const slowest = 10_500

/** Maximum ratio of the server's memory at the end of a full run to the memory after the first fifth. */
const mostGrowth = 1.3

/** Maximum characters printed of a request with a disallowed response. */
const longestLine = 2_000

/** Every status that is a valid response. */
const allowed = [
  200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 413, 414, 415, 422, 429, 431, 503
]

/** Sends requests with every kind of error that can be generated from the OpenAPI document. */
export const hostile: Scenario = {
  name: "hostile",
  about: "100,000 requests generated from the OpenAPI document, wrong here and there: no 500, no hang, memory flat",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      const document = yield* expectJson(200, Document)(yield* server.send("GET", "/openapi.json"))
      const known = yield* Effect.forEach(Array.from({ length: contacts }).keys(), (index) =>
        createContact(server, { first_name: "Eve", email: `eve-${index}@example.org` })
      )
      const next = makeRequests(document, yield* makeDice, known)
      const requests = Math.ceil(wanted * share)
      const answers: Array<Pick<Answer, "status" | "wait" | "retryAfter">> = []
      const first = { memory: 0 }
      const send = Effect.gen(function* () {
        const { body, hasToken, headers, method, path } = next()
        const sent = { headers, token: hasToken ? server.token : "wrong", ...(body !== undefined && { body }) }
        const { retryAfter, status, wait } = yield* server.send(method, path, sent)
        if (!allowed.includes(status) || wait > slowest) {
          const said = `${status} after ${Math.round(wait)} ms: ${method} ${path} ${JSON.stringify({ headers, body })}`
          yield* Console.error(said.slice(0, longestLine))
        }
        if (answers.push({ status, wait, retryAfter }) === Math.ceil(requests / 5)) first.memory = yield* server.memory
      })
      const work = Effect.gen(function* () {
        yield* Effect.all(
          Array.from({ length: requests }, () => send),
          { concurrency: clients, discard: true }
        )
        const memory = yield* server.memory
        const growth = share < 1 ? {} : { most: mostGrowth }
        const figures: ReadonlyArray<Figure> = [
          ...answersOf("requests", answers, allowed, slowest),
          { name: "memory", value: memory, unit: "MiB" },
          { name: "of that after a fifth", value: memory / first.memory, unit: "times", ...growth }
        ]
        return figures
      })
      return [yield* watch(`${requests.toLocaleString("en")} requests`, server, work)]
    })
  )
}
