import { limits as mostAtOnce } from "@rollcall/core"
import { fold } from "@rollcall/core/operations"
import autocannon from "autocannon"
import { Array as Arr, Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { processLayer, spawnRollcall, temporaryFolder } from "../../../packages/cli/test/serve/ServerProcess.ts"
import { expectJson, makeClient } from "../Client.ts"
import { timeOf } from "../ProcessorTime.ts"
import { compare } from "../Rounds.ts"
import type { Scenario } from "../Scenario.ts"
import { startServer, tokenOf } from "../Server.ts"
import { type Population, some, workspaceName } from "./Population.ts"
import { agree, openStore } from "./Store.ts"

/** Concurrent requests, each on its own connection. */
const connections = 32

/** A request that is sent repeatedly with different values. */
interface Question {
  readonly name: string
  /** The minimum ratio to the rival's rate (default 1), and the expected status (default 200). */
  readonly least?: number
  readonly status?: number
  /** Returns the requests. `list` is a list with some of the contacts. */
  readonly requests: (population: Population, list: string) => ReadonlyArray<Request>
  /** The parts of the responses that must be equal on both sides. */
  readonly compared: Schema.ConstraintDecoder<unknown>
}

interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: string
}

const get = (path: string): Request => ({ method: "GET", path })
const post = (path: string, json: object): Request => ({ method: "POST", path, body: JSON.stringify(json) })

const Page = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown),
  pagination: Schema.Struct({ total: Schema.Int })
})

/** A new contact, without its uuid and timestamps. */
const Created = Schema.Struct({ first_name: Schema.String, email: Schema.String, phone_number: Schema.String })

/** Returns a search for this number of characters in an email address. */
const searchOf = (characters: number): Question => ({
  name: `POST /v1/contacts/search, contains ${characters} characters`,
  requests: (population) =>
    some(population, ({ email }) => {
      const text = fold(email ?? "")
      const begin = Math.min(2, text.length - characters)
      return begin < 0 ? undefined : text.slice(begin, begin + characters)
    }).map((value) =>
      post("/v1/contacts/search?limit=10", { advanced_search: [{ field: "email", operator: "contains", value }] })
    ),
  compared: Page
})

const questions: ReadonlyArray<Question> = [
  {
    name: "GET /v1/contacts/{uuid}",
    least: 1.2,
    requests: (population) => some(population, ({ uuid }) => uuid).map((uuid) => get(`/v1/contacts/${uuid}`)),
    compared: Schema.Unknown
  },
  {
    name: "POST /v1/contacts",
    least: 1.2,
    status: 201,
    requests: ({ newcomer }) =>
      Array.from({ length: 1_000 }, newcomer).map(({ fields: { firstName, lastName } }, index) =>
        post("/v1/contacts", {
          first_name: firstName,
          last_name: lastName,
          email: `new-${index}@example.org`,
          phone_number: `+49 30 ${1_000_000 + index}`
        })
      ),
    compared: Created
  },
  ...[3, 5, 8, 20].map(searchOf),
  { name: "GET /v1/contacts?limit=50", requests: () => [get("/v1/contacts?limit=50")], compared: Page },
  {
    name: "GET /v1/contacts?contact_list_uuid&limit=50",
    requests: (_, list) => [get(`/v1/contacts?contact_list_uuid=${list}&limit=50`)],
    compared: Page
  }
]

/** Makes a measured server from its process and a client for it. */
const sideOf = Effect.fnUntraced(function* (url: string, pid: number, token: string) {
  return { url, pid, token, send: yield* makeClient(url, token) }
})

type Side = Effect.Success<ReturnType<typeof sideOf>>

/** A number of seconds, or a number of requests. */
type Until = { readonly duration: number } | { readonly amount: number }

/** Sends requests as fast as the responses arrive. Fails if a response has another status. */
const load = ({ token, url }: Side, { name, status = 200 }: Question, requests: ReadonlyArray<Request>, until: Until) =>
  Effect.tryPromise(() =>
    autocannon({
      url,
      connections,
      ...until,
      // The run ends at a sample, and by default samples are taken each second.
      sampleInt: 100,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      requests: [...requests]
    })
  ).pipe(
    Effect.tap(({ errors, statusCodeStats }) =>
      agree(`${name}: errors and statuses`, [errors, ...Object.keys(statusCodeStats ?? {})], [0, String(status)])
    ),
    Effect.map(({ duration, requests: { total } }) => ({ pieces: total, seconds: duration }))
  )

/** Fails unless the first responses of both sides are equal. */
const agreeOnAnswers = Effect.fnUntraced(function* (
  sides: readonly [Side, Side],
  { compared, name, status = 200 }: Question,
  requests: ReadonlyArray<Request>
) {
  for (const { method, path, ...body } of requests.slice(0, 20)) {
    const [ours, theirs] = yield* Effect.forEach(sides, ({ send }) =>
      Effect.flatMap(send(method, path, body), expectJson(status, compared))
    )
    yield* agree(name, [ours], [theirs])
  }
})

/** Starts the handwritten server, which prints its URL. */
const startByHand = Effect.fnUntraced(function* (databaseUrl: string, token: string) {
  const { child, stdout } = yield* spawnRollcall({
    folder: yield* temporaryFolder,
    program: fileURLToPath(new URL("./RivalServer.ts", import.meta.url)),
    env: { RIVAL_DATABASE_URL: databaseUrl }
  })
  while (!(yield* stdout.soFar).includes("\n")) yield* Effect.sleep("10 millis")
  return yield* sideOf((yield* stdout.soFar).trim(), child.pid, token)
}, Effect.provide(processLayer))

/** Creates a list with every tenth sample. */
const makeList = Effect.fnUntraced(function* ({ send }: Side, { samples }: Population) {
  const made = yield* send("POST", "/v1/contact-lists", { json: { name: "bench" } })
  const { uuid } = yield* expectJson(201, Schema.Struct({ uuid: Schema.String }))(made)
  const members = samples.filter((_, place) => place % 10 === 0).map((contact) => contact.uuid)
  for (const contact_uuids of Arr.chunksOf(members, mostAtOnce.listMembers)) {
    const added = yield* send("POST", `/v1/contact-lists/${uuid}/contacts`, { json: { contact_uuids } })
    yield* expectJson(201, Schema.Unknown)(added)
  }
  return uuid
})

/** Compares requests per second on 32 connections with a handwritten server. */
export const http: Scenario = {
  name: "http",
  about: "requests a second on 32 connections with 20,000 contacts: get, create, search, lists",
  seconds: 3,
  postgres: Effect.fnUntraced(function* (database, { rounds, seconds, share }) {
    const { population } = yield* openStore(database, Math.ceil(20_000 * share))
    const token = yield* tokenOf(database, workspaceName)
    const server = yield* startServer(database)
    const sides = [yield* sideOf(server.url, server.pid, token), yield* startByHand(database.url, token)] as const
    const until = share < 1 ? { amount: 4 * connections } : { duration: seconds }
    const list = yield* makeList(sides[0], population)
    return yield* Effect.forEach(questions, (question) =>
      Effect.gen(function* () {
        const requests = question.requests(population, list)
        yield* agreeOnAnswers(sides, question, requests)
        const loaded = (side: Side) => ({
          run: load(side, question, requests, until),
          spent: () => timeOf(side.pid)
        })
        const [library, rival] = [loaded(sides[0]), loaded(sides[1])]
        // Both sides run once before the measurement, so that code is compiled and connections are open.
        yield* Effect.all([library.run, rival.run])
        const wanted = { rate: question.least ?? 1 }
        const figure = yield* compare({ library, rival, database: database.processorTime, rounds, wanted })
        return { name: question.name, figures: [figure] }
      })
    )
  })
}
