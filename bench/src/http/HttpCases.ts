import { NodeServices } from "@effect/platform-node"
import { AccessTokens, type Storage } from "@rollcall/core"
import { WorkspaceStore } from "@rollcall/core/storage"
import autocannon from "autocannon"
import { Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import { spawnRollcall, temporaryFolder } from "../../../packages/server/test/ServerProcess.ts"
import { alternate } from "../Alternate.ts"
import { agree, type Case, type Limit, single } from "../Case.ts"
import type { Population } from "../contacts/Population.ts"
import { foldedOf, some } from "../contacts/Searches.ts"
import { startServer } from "../Processes.ts"
import type { Fixture } from "../stores/Fixture.ts"

/** Requests under way at a time, each on a connection of its own. */
export const connections = 32

/** A request that is sent again and again, each time with other values. */
interface Question {
  readonly name: string
  /** The least share of the rival's rate. */
  readonly least: number
  readonly status: number
  readonly requests: (population: Population) => ReadonlyArray<autocannon.Request>
  /** What both have to answer alike. */
  readonly compared: Schema.ConstraintDecoder<unknown>
}

const json = { "content-type": "application/json" }

const Page = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown),
  pagination: Schema.Struct({ total: Schema.Int })
})

/** A new contact has a uuid and instants of its own. */
const Created = Schema.Struct({ first_name: Schema.String, email: Schema.String, phone_number: Schema.String })

/** A request that costs the database little. */
export const oneContact: Question = {
  name: "GET /v1/contacts/{uuid}",
  least: 0.7,
  status: 200,
  requests: (population) =>
    some(({ uuid }) => uuid)(population).map((uuid) => ({ method: "GET", path: `/v1/contacts/${uuid}` })),
  compared: Schema.Unknown
}

const questions: ReadonlyArray<Question> = [
  oneContact,
  {
    name: "POST /v1/contacts",
    least: 0.9,
    status: 201,
    requests: ({ newcomer }) =>
      Array.from({ length: 1_000 }, newcomer).map(({ fields: { firstName, lastName } }, index) => {
        const contact = {
          first_name: firstName,
          last_name: lastName,
          email: `new-${index}@example.org`,
          phone_number: `+49 30 ${1_000_000 + index}`
        }
        return { method: "POST", path: "/v1/contacts", headers: json, body: JSON.stringify(contact) }
      }),
    compared: Created
  },
  {
    name: "POST /v1/contacts/search, contains",
    least: 0.9,
    status: 200,
    requests: (population) =>
      some(({ email }) => foldedOf(email)?.slice(2, 10))(population).map((value) => {
        const search = { advanced_search: [{ field: "email", operator: "contains", value }] }
        return {
          method: "POST",
          path: "/v1/contacts/search?limit=10",
          headers: json,
          body: JSON.stringify(search)
        }
      }),
    compared: Page
  },
  {
    name: "GET /v1/contacts?limit=50",
    least: 0.9,
    status: 200,
    requests: () => [{ method: "GET", path: "/v1/contacts?limit=50" }],
    compared: Page
  }
]

/** A server that answers, and a token of the workspace of all contacts. */
export interface Side {
  readonly url: string
  readonly token: string
}

/** Asks as fast as the answers come, and returns how many came in a second. Fails if one is not as it has to be. */
export const load = (
  { token, url }: Side,
  { name, status }: Question,
  requests: ReadonlyArray<autocannon.Request>,
  seconds: number,
  atOnce = connections
) =>
  Effect.tryPromise(() =>
    autocannon({
      url,
      connections: atOnce,
      duration: seconds,
      headers: { authorization: `Bearer ${token}` },
      requests: [...requests]
    })
  ).pipe(
    Effect.tap(({ errors, statusCodeStats }) =>
      agree(`${name}: errors and statuses`, [errors, ...Object.keys(statusCodeStats ?? {})], [0, String(status)])
    ),
    Effect.map(({ duration, requests: { total } }) => total / duration)
  )

/** The first answers of both are alike. */
const agreeOnAnswers = Effect.fnUntraced(function* (
  sides: readonly [Side, Side],
  { compared, name, status }: Question,
  requests: ReadonlyArray<autocannon.Request>
) {
  const answer = ({ token, url }: Side, { body, headers, method, path }: autocannon.Request) =>
    Effect.tryPromise(() =>
      fetch(`${url}${path}`, {
        ...(method !== undefined && { method }),
        ...(typeof body === "string" && { body }),
        headers: { ...json, ...(headers !== undefined && json), authorization: `Bearer ${token}` }
      }).then(async (response) => ({ status: response.status, body: await response.json() }))
    ).pipe(
      Effect.tap((found) => agree(`${name}: ${JSON.stringify(found.body)}`, [found.status], [status])),
      Effect.flatMap((found) => Schema.decodeUnknownEffect(compared)(found.body))
    )
  for (const request of requests.slice(0, 20)) {
    const [ours, theirs] = yield* Effect.forEach(sides, (side) => answer(side, request))
    yield* agree(name, [sorted(ours)], [sorted(theirs)])
  }
})

/** JSON with the members of each object in one order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )

/** A token of the workspace of all contacts. */
export const makeToken = Effect.fnUntraced(function* ({ library, population: { workspace } }: Fixture) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const tokens = yield* Effect.gen(function* () {
    yield* (yield* WorkspaceStore).ensure("bench", workspace)
    return yield* (yield* AccessTokens).create(workspace, {})
  }).pipe(Effect.provide(Layer.provideMerge(AccessTokens.layer, storage)))
  return Redacted.value(tokens.token)
})

/** Starts another server on the database, which prints its URL. */
const startOther = Effect.fnUntraced(function* (program: URL, databaseUrl: string) {
  const { stdout } = yield* spawnRollcall({
    folder: yield* temporaryFolder,
    program: fileURLToPath(program),
    env: { RIVAL_DATABASE_URL: databaseUrl }
  })
  while (!(yield* stdout.soFar).includes("\n")) yield* Effect.sleep("10 millis")
  return (yield* stdout.soFar).trim()
}, Effect.provide(NodeServices.layer))

/** Requests a second on 32 connections, in turns with the server that is written by hand. */
const httpCase = (
  name: string,
  question: Question,
  limits: ReadonlyArray<Limit>,
  start: (databaseUrl: string) => Effect.Effect<string, Error, Scope.Scope>
): Case => ({
  name,
  only: "postgres",
  measure: Effect.fnUntraced(function* (fixture, { seconds }, { rounds }) {
    const token = yield* makeToken(fixture)
    const sides = [
      { url: yield* start(fixture.url), token },
      { url: yield* startOther(new URL("./RivalServer.ts", import.meta.url), fixture.url), token }
    ] as const
    const requests = question.requests(fixture.population)
    yield* agreeOnAnswers(sides, question, requests)
    // Its code is compiled, and its connections are open, before anything is measured.
    for (const side of sides) yield* load(side, question, requests, seconds)
    const figures = yield* alternate(
      sides.map((side) => () => load(side, question, requests, seconds)),
      { warmUp: 0, samples: rounds, seconds: Number.POSITIVE_INFINITY }
    )
    const [library = single(Number.NaN), rival] = figures.map(({ median }) => single(median))
    return [{ name, unit: "requests/s", library, rival, limits }]
  }, Effect.scoped)
})

/** The server, beside one that is written by hand. */
const ofServer = questions.map((question) =>
  httpCase(`HTTP: ${question.name}`, question, [{ of: "median", is: ">=", value: question.least }], (url) =>
    Effect.map(startServer(url), (server) => server.url)
  )
)

/** Effect's server and driver without the layers of Rollcall, beside the same. It looks up the token on each request too. */
const ofFloor = questions
  .filter(({ name }) => name.startsWith("GET /v1/contacts/{") || name.includes("search"))
  .map((question) =>
    httpCase(`HTTP: ${question.name}, a bare server of Effect`, question, [], (url) =>
      startOther(new URL("./BareServer.ts", import.meta.url), url)
    )
  )

/** Everything that is measured over HTTP. */
export const httpCases: ReadonlyArray<Case> = [...ofServer, ...ofFloor]
