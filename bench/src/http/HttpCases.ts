import { NodeServices } from "@effect/platform-node"
import { systemCaller, AccessTokens, limits as mostAtOnce, type Storage } from "@rollcall/core"
import { WorkspaceStore } from "@rollcall/core/storage"
import autocannon from "autocannon"
import { Array as Arr, Effect, Layer, Redacted, Schema, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import { spawnRollcall, temporaryFolder } from "../../../packages/cli/test/serve/ServerProcess.ts"
import { alternate, ofRounds } from "../Alternate.ts"
import { agree, type Case, type Limit, nothing } from "../Case.ts"
import type { Population } from "../contacts/Population.ts"
import { foldedOf, some } from "../contacts/Searches.ts"
import { startServer } from "../Processes.ts"
import { databaseTime, metered, timeOf } from "../ProcessorTime.ts"
import type { Fixture } from "../stores/Fixture.ts"

/** Requests under way at a time, each on a connection of its own. */
export const connections = 32

/** A request that is sent again and again, each time with other values. */
interface Question {
  readonly name: string
  /** The least share of the rival's rate. */
  readonly least: number
  readonly status: number
  /** `list` is a list with some of the contacts. */
  readonly requests: (population: Population, list: string) => ReadonlyArray<autocannon.Request>
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
  least: 1.5,
  status: 200,
  requests: (population) =>
    some(({ uuid }) => uuid)(population).map((uuid) => ({ method: "GET", path: `/v1/contacts/${uuid}` })),
  compared: Schema.Unknown
}

/** A search for a part of so many characters of an e-mail address. */
const searchOf = (characters: number): Question => ({
  name: `POST /v1/contacts/search, contains ${characters} characters`,
  least: 1,
  status: 200,
  requests: (population) =>
    some(({ email }) => {
      const text = foldedOf(email) ?? ""
      const begin = Math.min(2, text.length - characters)
      return begin < 0 ? undefined : text.slice(begin, begin + characters)
    })(population).map((value) => {
      const search = { advanced_search: [{ field: "email", operator: "contains", value }] }
      return { method: "POST", path: "/v1/contacts/search?limit=10", headers: json, body: JSON.stringify(search) }
    }),
  compared: Page
})

const questions: ReadonlyArray<Question> = [
  oneContact,
  {
    name: "POST /v1/contacts",
    least: 1,
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
  ...[3, 5, 8, 20].map(searchOf),
  {
    name: "GET /v1/contacts?limit=50",
    least: 1,
    status: 200,
    requests: () => [{ method: "GET", path: "/v1/contacts?limit=50" }],
    compared: Page
  },
  {
    name: "GET /v1/contacts?contact_list_uuid&limit=50",
    least: 1,
    status: 200,
    requests: (_, list) => [{ method: "GET", path: `/v1/contacts?contact_list_uuid=${list}&limit=50` }],
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
    return yield* (yield* AccessTokens).create(systemCaller(workspace), {})
  }).pipe(Effect.provide(Layer.provideMerge(AccessTokens.layer, storage)))
  return Redacted.value(tokens.token)
})

/** A server that is measured, and the process that it is. */
interface Served {
  readonly url: string
  readonly pid: number
}

/** Starts another server on the database, which prints its URL. */
const startOther =
  (program: URL, env: Readonly<Record<string, string>> = {}) =>
  (databaseUrl: string) =>
    Effect.gen(function* () {
      const { child, stdout } = yield* spawnRollcall({
        folder: yield* temporaryFolder,
        program: fileURLToPath(program),
        env: { ...env, RIVAL_DATABASE_URL: databaseUrl }
      })
      while (!(yield* stdout.soFar).includes("\n")) yield* Effect.sleep("10 millis")
      const served: Served = { url: (yield* stdout.soFar).trim(), pid: child.pid }
      return served
    }).pipe(Effect.provide(NodeServices.layer))

const byHand = startOther(new URL("./RivalServer.ts", import.meta.url))

/** Makes a list with every tenth of the samples. */
const makeList = Effect.fnUntraced(function* ({ token, url }: Side, { samples }: Population) {
  const send = (path: string, body: unknown) =>
    Effect.tryPromise(async () => {
      const headers = { ...json, authorization: `Bearer ${token}` }
      const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
      return response.json()
    })
  const { uuid } = yield* Effect.flatMap(send("/v1/contact-lists", { name: "bench" }), decodeList)
  const members = samples.filter((_, place) => place % 10 === 0).map((contact) => contact.uuid)
  for (const some of Arr.chunksOf(members, mostAtOnce.listMembers)) {
    yield* send(`/v1/contact-lists/${uuid}/contacts`, { contact_uuids: some })
  }
  return uuid
})

const decodeList = Schema.decodeUnknownEffect(Schema.Struct({ uuid: Schema.String }))

/** Requests a second on 32 connections, in turns with the server that is written by hand. */
const httpCase = (
  name: string,
  question: Question,
  limits: ReadonlyArray<Limit>,
  start: (databaseUrl: string) => Effect.Effect<Served, Error, Scope.Scope>,
  startRival = byHand
): Case => ({
  name,
  only: "postgres",
  measure: Effect.fnUntraced(function* (fixture, { seconds }, { rounds }) {
    const token = yield* makeToken(fixture)
    const [ours, theirs] = [yield* start(fixture.url), yield* startRival(fixture.url)]
    const sides = [
      { ...ours, token },
      { ...theirs, token }
    ] as const
    const list = question.requests.length > 1 ? yield* makeList(sides[0], fixture.population) : ""
    const requests = question.requests(fixture.population, list)
    yield* agreeOnAnswers(sides, question, requests)
    // Its code is compiled, and its connections are open, before anything is measured.
    for (const side of sides) yield* load(side, question, requests, seconds)
    const database = yield* databaseTime(fixture)
    const meter = (side: (typeof sides)[number]) =>
      metered(
        () => load(side, question, requests, seconds),
        () => timeOf(side.pid),
        database,
        (rate, passed) => rate * passed
      )
    const [library, rival] = [meter(sides[0]), meter(sides[1])]
    const rates = yield* alternate([library.run, rival.run], {
      warmUp: 0,
      samples: rounds,
      seconds: Number.POSITIVE_INFINITY
    })
    const [first = nothing, second] = rates.map(ofRounds)
    const cost = { library: library.cost(), rival: rival.cost() }
    return [{ name, unit: "requests/s", library: first, rival: second, cost, limits }]
  }, Effect.scoped)
})

const start = (url: string) => startServer(url)

/** The server, beside one that is written by hand. */
const ofServer = questions.map((question) =>
  httpCase(`HTTP: ${question.name}`, question, [{ of: "median", is: ">=", value: question.least }], start)
)

/** The server, beside one that remembers tokens and gathers what is asked for at a time, as it does itself. */
const besideGathered = httpCase(
  `HTTP: ${oneContact.name}, beside gathered statements`,
  oneContact,
  [{ of: "median", is: ">=", value: 0.9 }],
  start,
  startOther(new URL("./RivalServer.ts", import.meta.url), { RIVAL_GATHERS: "1" })
)

/** Effect's server and driver without the layers of Rollcall, beside the same. It looks up the token on each request too. */
const ofFloor = questions
  .filter(({ name }) => name.startsWith("GET /v1/contacts/{") || name.includes("contains 8"))
  .map((question) =>
    httpCase(
      `HTTP: ${question.name}, a bare server of Effect`,
      question,
      [],
      startOther(new URL("./BareServer.ts", import.meta.url))
    )
  )

/** Everything that is measured over HTTP. */
export const httpCases: ReadonlyArray<Case> = [...ofServer, besideGathered, ...ofFloor]
