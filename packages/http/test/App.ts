import {
  AccessTokens,
  AccessTokenUuid,
  ActorUuid,
  Broadcasts,
  ContactImports,
  ContactLists,
  Contacts,
  ContactValues,
  CustomFields,
  Deliveries,
  Events,
  Notes,
  OptOuts,
  type Scope,
  WorkspaceUuid
} from "@rollcall/core"
import { HeldOptOuts, Inbox, ReceivedMessages, TestSends } from "@rollcall/core/sending"
import { Channels, ChannelWebhook, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { Actors, allScopes, MetricsReport, Readiness } from "@rollcall/core/operations"
import {
  ContactErasure,
  ContactMerges,
  ImportUndos,
  ListJobs,
  OptOutJobs,
  Segments,
  Settings,
  Timeline
} from "@rollcall/core/people"
import { Webhooks } from "@rollcall/core/events"
import {
  type BodyLimits,
  CurrentBodyLimits,
  defaultBodyLimits,
  makeWebHandler,
  type RoutesOptions
} from "@rollcall/http"
import { Context, DateTime, Effect, Layer, Logger, Option, Redacted } from "effect"

export const workspace = WorkspaceUuid.make("0197a000-0000-7000-8000-000000000001")
export const actor = ActorUuid.make("0197a000-0000-7000-8000-000000000002")
export const caller = { workspace, actor }
export const uuid = "0197a000-0000-7000-8000-0000000000aa"

/** A uuid that no resource has. */
export const unknownUuid = "00000000-0000-4000-8000-00000000dead"

/** Opens everything. The others open what their names say. */
export const token = "full"
const scopesOf: Readonly<Record<string, ReadonlyArray<Scope>>> = {
  full: allScopes,
  "contacts-read": ["contacts:read"],
  "contacts-write": ["contacts:write"],
  "broadcasts-read": ["broadcasts:read"],
  "events-read": ["events:read"],
  "webhooks-read": ["webhooks:read"],
  "webhooks-write": ["webhooks:write"],
  "webhooks-write events-read": ["webhooks:write", "events:read"],
  "broadcasts-write": ["broadcasts:write"],
  "tokens-read": ["tokens:read"],
  "tokens-write": ["tokens:write"]
}

/** A token with these scopes. */
export const record = (scopes: ReadonlyArray<Scope>) => ({
  uuid: AccessTokenUuid.make(uuid),
  workspaceUuid: workspace,
  actorUuid: actor,
  name: "A token",
  prefix: "rollcall_abc123",
  hash: "",
  scopes,
  createdAt: DateTime.makeUnsafe(0),
  expiresAt: null,
  bootstrap: false,
  revokedAt: null,
  lastUsedAt: null
})

/** A stub keeps a token as it is. */
const hash: AccessTokens["Service"]["hash"] = (token) => Effect.succeed(Redacted.value(token))

/** What looks up a token of a test. */
export const verifyHash: AccessTokens["Service"]["verifyHash"] = (hash) =>
  Effect.succeed(Option.map(Option.fromUndefinedOr(scopesOf[hash]), record))

/** What the services under the API do; what is not named here is a defect when it is called. */
export interface Stubs {
  readonly contacts?: Partial<Contacts["Service"]>
  readonly contactErasure?: Partial<ContactErasure["Service"]>
  readonly customFields?: Partial<CustomFields["Service"]>
  readonly contactValues?: Partial<ContactValues["Service"]>
  readonly contactLists?: Partial<ContactLists["Service"]>
  readonly contactImports?: Partial<ContactImports["Service"]>
  readonly listJobs?: Partial<ListJobs["Service"]>
  readonly segments?: Partial<Segments["Service"]>
  readonly notes?: Partial<Notes["Service"]>
  readonly optOuts?: Partial<OptOuts["Service"]>
  readonly optOutJobs?: Partial<OptOutJobs["Service"]>
  readonly timeline?: Partial<Timeline["Service"]>
  readonly importUndos?: Partial<ImportUndos["Service"]>
  readonly merges?: Partial<ContactMerges["Service"]>
  readonly messages?: Partial<ReceivedMessages["Service"]>
  readonly events?: Partial<Events["Service"]>
  readonly webhooks?: Partial<Webhooks["Service"]>
  readonly settings?: Partial<Settings["Service"]>
  readonly broadcasts?: Partial<Broadcasts["Service"]>
  readonly deliveries?: Partial<Deliveries["Service"]>
  readonly heldOptOuts?: Partial<HeldOptOuts["Service"]>
  readonly testSends?: Partial<TestSends["Service"]>
  readonly channels?: Partial<Channels["Service"]>
  readonly tokens?: Partial<AccessTokens["Service"]>
  /** Each of them is of a channel of its own; there is one more channel without any. */
  readonly channelWebhooks?: ReadonlyArray<ChannelWebhook["Service"]>
  readonly inbox?: Partial<Inbox["Service"]>
  readonly readiness?: Partial<Readiness["Service"]>
  readonly metricsReport?: Partial<MetricsReport["Service"]>
  readonly limits?: Partial<BodyLimits>
  /** How the routes are mounted. */
  readonly options?: RoutesOptions<Request, never>
  /** Takes every line of the log. */
  readonly log?: (line: string) => void
}

/** The services that the routes stand on. */
export type Services =
  | ContactErasure
  | Contacts
  | CustomFields
  | ContactValues
  | ContactLists
  | ContactImports
  | ListJobs
  | Segments
  | Notes
  | OptOuts
  | OptOutJobs
  | ContactMerges
  | ImportUndos
  | ReceivedMessages
  | Timeline
  | Events
  | Webhooks
  | Settings
  | Broadcasts
  | Deliveries
  | HeldOptOuts
  | TestSends
  | AccessTokens
  | Actors
  | Channels
  | Inbox
  | MetricsReport
  | Readiness

/** What a test sends. A `json` body is written out, a `body` goes as it is. */
export interface Sent {
  readonly token?: string | null
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, where it is. */
  readonly json: unknown
}

/** The routes over stubs, as a function from requests to answers: real ones on both sides, and no socket between. */
export const makeApp = (stubs: Stubs = {}) => Effect.map(makeFetch(stubs), toSend)

/** The routes over stubs that are made with `answer`: each succeeds so, and what it was asked for is kept in order. */
export const makeAskedApp = (
  stubsOf: (answer: <A>(value: A) => (...args: ReadonlyArray<unknown>) => Effect.Effect<A>) => Stubs
) =>
  Effect.suspend(() => {
    const asked: Array<unknown> = []
    const stubs = stubsOf(
      (value) =>
        (...args) => (asked.push(args), Effect.succeed(value))
    )
    return Effect.map(makeApp(stubs), (send) => ({ asked, send }))
  })

/** The routes over services. */
export const makeAppOver = <E>(services: Layer.Layer<Services, E>, options: Pick<Stubs, "log"> = {}) =>
  Effect.map(makeFetchOver(services, options), toSend)

const channelsWith = (webhooks: ReadonlyArray<ChannelWebhook["Service"]>, stub: Stubs["channels"]) => {
  const channel = (channelType: string) =>
    Layer.merge(Layer.mock(MessageChannel, { channelType }), TemplateCatalog.layerOf([]))
  const withWebhooks = webhooks.map((webhook) =>
    Layer.merge(channel(webhook.path), Layer.succeed(ChannelWebhook, webhook))
  )
  const channels = Layer.orDie(Channels.layerOf([channel("chatapp"), ...withWebhooks]))
  const templates = () => Effect.die("the templates are not stubbed")
  const stubbed = Effect.map(Channels, ({ all, find }) => ({ all, find, templates, ...stub }))
  return Layer.provide(Layer.effect(Channels, stubbed), channels)
}

/** The services of stubs. */
export const stubServices = (stubs: Stubs = {}) =>
  Layer.mergeAll(
    Layer.mock(Contacts, stubs.contacts ?? {}),
    Layer.mock(CustomFields, stubs.customFields ?? {}),
    Layer.mock(ContactValues, stubs.contactValues ?? {}),
    Layer.mock(ContactLists, stubs.contactLists ?? {}),
    Layer.mock(ContactImports, stubs.contactImports ?? {}),
    Layer.mock(ListJobs, stubs.listJobs ?? {}),
    Layer.mock(Segments, stubs.segments ?? {}),
    Layer.mock(Notes, stubs.notes ?? {}),
    Layer.mock(OptOuts, stubs.optOuts ?? {}),
    Layer.mock(OptOutJobs, stubs.optOutJobs ?? {}),
    Layer.mock(Timeline, stubs.timeline ?? {}),
    Layer.mock(ContactMerges, stubs.merges ?? {}),
    Layer.mock(ImportUndos, stubs.importUndos ?? {}),
    Layer.mock(ReceivedMessages, stubs.messages ?? {}),
    Layer.mock(Events, stubs.events ?? {}),
    Layer.mock(Webhooks, stubs.webhooks ?? {}),
    Layer.mock(Settings, stubs.settings ?? {}),
    Layer.mock(Broadcasts, stubs.broadcasts ?? {}),
    Layer.mock(Deliveries, stubs.deliveries ?? {}),
    Layer.mock(HeldOptOuts, stubs.heldOptOuts ?? {}),
    Layer.mock(TestSends, stubs.testSends ?? {}),
    channelsWith(stubs.channelWebhooks ?? [], stubs.channels),
    Layer.mock(ContactErasure, stubs.contactErasure ?? {}),
    Layer.mock(Inbox, stubs.inbox ?? {}),
    Layer.mock(Readiness, { streamsEnd: Effect.never, ended: () => Effect.void, ...stubs.readiness }),
    Layer.mock(MetricsReport, stubs.metricsReport ?? {}),
    Layer.mock(AccessTokens, { hash, verifyHash, hasAny: Effect.succeed(true), ...stubs.tokens }),
    Layer.mock(Actors, { caller: (workspace, actor) => Effect.succeed({ workspace, actor: ActorUuid.make(actor) }) }),
    Layer.succeed(CurrentBodyLimits, { ...defaultBodyLimits, ...stubs.limits })
  )

/** The routes over stubs, in the shape of `fetch`. */
export const makeFetch = (stubs: Stubs = {}) => makeFetchOver(stubServices(stubs), stubs)

const makeFetchOver = Effect.fnUntraced(function* <E>(
  services: Layer.Layer<Services, E>,
  { log = () => {}, options }: Pick<Stubs, "options" | "log"> = {}
) {
  const logger = Logger.map(Logger.formatJson, log)
  const context = yield* Layer.build(Layer.merge(services, Logger.layer([logger])))
  const handle = yield* Effect.provideContext(makeWebHandler(options), context)
  return (input: string | URL | Request, init?: RequestInit) =>
    handle(input instanceof Request ? input : new Request(input, init))
})

const toSend = (fetch: (request: Request) => Promise<Response>) =>
  Effect.fnUntraced(function* (method: string, path: string, sent: Sent = {}) {
    const response = yield* Effect.promise(() => fetch(toRequest(method, path, sent)))
    const text = yield* Effect.promise(() => textOf(response))
    // The answer to HEAD says what it would hold.
    const isJson = text !== "" && response.headers.get("content-type")?.startsWith("application/json") === true
    const json: unknown = isJson ? JSON.parse(text) : null
    const answer: Answer = { status: response.status, headers: response.headers, text, json }
    return answer
  })

/** The text of an answer; of a stream, which has no end, none. */
const textOf = async (response: Response): Promise<string> => {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return await response.text()
  await response.body?.cancel()
  return ""
}

/** A request of the routes. */
export type Send = Effect.Success<ReturnType<typeof makeApp>>

/** The routes over stubs that several tests share. */
export class SharedApp extends Context.Service<SharedApp, Send>()("test/SharedApp") {
  static readonly layerOf = (stubs: Stubs = {}) => Layer.effect(SharedApp, makeApp(stubs))
}

const toRequest = (method: string, path: string, sent: Sent): Request => {
  const headers = new Headers(sent.headers)
  const credential = sent.token === undefined ? token : sent.token
  if (credential !== null) headers.set("authorization", `Bearer ${credential}`)
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
  // What a client that knows the length sends; a stream goes in chunks.
  if (typeof body === "string") headers.set("content-length", String(new TextEncoder().encode(body).length))
  const init: RequestInit = { method, headers, ...(body !== undefined && { body, duplex: "half" }) }
  return new Request(`http://localhost${path}`, init)
}
