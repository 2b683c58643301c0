import { Api } from "@rollcall/api"
import {
  AccessTokens,
  Broadcasts,
  ContactImports,
  ContactLists,
  Contacts,
  ContactValues,
  CustomFields,
  Deliveries,
  Events,
  Notes,
  OptOuts
} from "@rollcall/core"
import { Actors, MetricsReport, Readiness, steadyClock } from "@rollcall/core/operations"
import { HeldOptOuts, Inbox, ReceivedMessages, TestSends } from "@rollcall/core/sending"
import { Channels } from "@rollcall/core/channel"
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
import { Context, Effect, Layer, Scope } from "effect"
import { HttpEffect, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { AuthorizedCaller } from "./requests/AuthorizedCaller.ts"
import * as Authorization from "./access/Authorization.ts"
import { makeFailureLimit } from "./access/FailureLimit.ts"
import { makeRequestLimit } from "./access/RequestLimit.ts"
import type { RequestRate } from "./access/RequestRate.ts"
import * as BroadcastsHandlers from "./broadcasts/BroadcastsHandlers.ts"
import { addConsole } from "./console/ConsoleRoutes.ts"
import * as ContactsHandlers from "./contacts/ContactsHandlers.ts"
import * as CustomFieldsHandlers from "./custom-fields/CustomFieldsHandlers.ts"
import * as EventsHandlers from "./events/EventsHandlers.ts"
import { EventStreams } from "./events/StreamPermits.ts"
import * as ImportsHandlers from "./imports/ImportsHandlers.ts"
import * as ContactListsHandlers from "./lists/ContactListsHandlers.ts"
import { addChannelWebhook } from "./channels/ChannelWebhookRoutes.ts"
import * as TimelineHandlers from "./timeline/TimelineHandlers.ts"
import * as MergesHandlers from "./merges/MergesHandlers.ts"
import * as MessagesHandlers from "./messages/MessagesHandlers.ts"
import * as NotesHandlers from "./notes/NotesHandlers.ts"
import * as OptOutsHandlers from "./opt-outs/OptOutsHandlers.ts"
import { Admission, defaultRequestsAtOnce, makeAdmission } from "./requests/Admission.ts"
import { makeLoopTime } from "./requests/LoopTime.ts"
import { CurrentBodyLimits } from "./requests/body/BodyLimits.ts"
import { RequestBodies } from "./requests/body/RequestBodies.ts"
import { endpointName } from "./requests/RequestCheck.ts"
import { defaultRequestDeadlines, type RequestDeadlines } from "./requests/RequestFacts.ts"
import { endpointSteps, requestSteps } from "./steps/RequestSteps.ts"
import { makeShortPath } from "./steps/ShortPath.ts"
import * as Docs from "./system/Docs.ts"
import { addMetrics, type MetricsOptions } from "./system/MetricsRoute.ts"
import { baseOf, consolePath, homePath, makeServedPaths, pagePath } from "./system/ServedPaths.ts"
import * as SegmentsHandlers from "./segments/SegmentsHandlers.ts"
import * as SystemHandlers from "./system/SystemHandlers.ts"
import * as TemplatesHandlers from "./templates/TemplatesHandlers.ts"
import * as SettingsHandlers from "./settings/SettingsHandlers.ts"
import * as TokensHandlers from "./access/TokensHandlers.ts"
import * as WebhooksHandlers from "./webhooks/WebhooksHandlers.ts"

/** Options of the routes. `Request` is the request that a host authorizes, and `R` the services that it needs for that. */
export interface RoutesOptions<Request, R> {
  /** The prefix of every path, such as `/rollcall`. Default: no prefix. */
  readonly prefix?: `/${string}` | undefined
  /**
   * Returns the caller of a request, such as the user of a session. Null returns 401, a missing scope 403, and a failure or
   * a defect 500. It is called for requests to an operation, before their body is read. Default: requests carry bearer
   * tokens of `AccessTokens`.
   */
  readonly authorize?: ((request: Request) => Effect.Effect<AuthorizedCaller | null, unknown, R>) | undefined
  /** Whether `/docs` and `/openapi.json` are served. Default: true. */
  readonly docs?: boolean | undefined
  /** Whether the console is served at `/console`. Default: false. */
  readonly console?: boolean | undefined
  /**
   * The timeouts of requests. A request that takes longer is stopped and returns 503. Default: 10 seconds, and 60 for an
   * upload.
   */
  readonly deadlines?: Partial<RequestDeadlines> | undefined
  /**
   * How many requests a caller may send. Default: no limit. Requests above the limit return 429 with `Retry-After`.
   * Requests are counted by token, or by workspace and actor if the host authorizes. Each process and each mount counts
   * separately.
   */
  readonly rateLimit?: RequestRate | undefined
  /**
   * How many requests per minute from one address may have no valid bearer token. Default: 60; 0 for no limit. Requests
   * above the limit return 429 with `Retry-After`, and their tokens aren't looked up. Requests without a known address
   * aren't limited.
   */
  readonly failedAuthentications?: number | undefined
  /**
   * How many event streams may be open at once. Default: 250. A workspace may have half of them. A token, or an actor if
   * the host authorizes, may have an eighth. More streams return 429 with `Retry-After`.
   */
  readonly eventStreams?: number | undefined
  /**
   * How many requests may run at once. Default: 16. A workspace may have half of them, and each of its endpoints a quarter.
   * Requests that read or create one contact share statements, so four times as many may run. Other requests wait up to 5
   * seconds, and then return 503 with `Retry-After`. The store's connection pool should be larger than half of this number.
   */
  readonly requestsAtOnce?: number | undefined
  /** Serves `GET /metrics` in Prometheus format. Default: the path returns 404. */
  readonly metrics?: MetricsOptions | undefined
  /** The number of proxies in front of the server that set `X-Forwarded-For`. Default: 0, which ignores the header. */
  readonly trustedProxies?: number | undefined
}

/** The services that the routes need, from `Rollcall.layer`. */
const services = [
  AccessTokens,
  Actors,
  Broadcasts,
  Channels,
  ContactErasure,
  ContactImports,
  ContactLists,
  Contacts,
  ContactValues,
  CustomFields,
  Deliveries,
  HeldOptOuts,
  TestSends,
  ContactMerges,
  ImportUndos,
  Events,
  MetricsReport,
  Notes,
  OptOuts,
  OptOutJobs,
  Readiness,
  ReceivedMessages,
  ListJobs,
  Segments,
  Settings,
  Timeline,
  Webhooks
] as const

type Services = Context.Service.Identifier<(typeof services)[number]>

/**
 * Passes only these services of the host to the routes when they are built. The context also has the middleware of the
 * host's router, which runs around {@link layer}, and values that a request may override.
 */
const pickServices = Context.pick(...services, CurrentBodyLimits)

/** The webhooks of all channels that have one. */
const channelWebhooks = Effect.map(Channels, ({ all }) =>
  all.flatMap(({ channel: { channelType }, webhook }) => (webhook === null ? [] : [{ channelType, webhook }]))
)

/** The endpoints with their own permits, see `makeAdmission`. */
const endpointKinds = {
  shared: new Set([Api.groups.contacts.endpoints.get, Api.groups.contacts.endpoints.create].map(endpointName)),
  walking: new Set([endpointName(Api.groups.broadcasts.endpoints.estimate)])
}

/** Accepts long path segments, so that the endpoint can report what is wrong with them instead of returning 404. */
const routerConfig = { maxParamLength: 16 * 1024 }

const apiLayer = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([
    ContactsHandlers.layer,
    ImportsHandlers.layer,
    CustomFieldsHandlers.layer,
    ContactListsHandlers.layer,
    SegmentsHandlers.layer,
    NotesHandlers.layer,
    OptOutsHandlers.layer,
    MergesHandlers.layer,
    MessagesHandlers.layer,
    TimelineHandlers.layer,
    EventsHandlers.layer,
    BroadcastsHandlers.layer,
    TemplatesHandlers.layer,
    SettingsHandlers.layer,
    WebhooksHandlers.layer,
    TokensHandlers.layer,
    SystemHandlers.layer
  ])
)

/** Options of a server without a host. */
interface ServerOptions<Request, R> extends RoutesOptions<Request, R> {
  /** Whether `/` redirects to `/console`, or to `/docs` if the console isn't served. Default: false. */
  readonly home?: boolean | undefined
  /** Whether endpoints with a short path skip the router. Default: true. The responses are the same. */
  readonly shortPath?: boolean | undefined
}

/**
 * Makes a handler for every request: the routes of the API, and 404, 405 and 500 in the format of the area for everything
 * else. It has its own router, so it doesn't depend on the host's router configuration. It logs each response with the
 * request id.
 */
export const make = Effect.fnUntraced(function* <R = never>({
  authorize,
  console = false,
  deadlines,
  docs = true,
  eventStreams = EventStreams.defaultValue(),
  failedAuthentications = 60,
  home = false,
  metrics,
  prefix,
  rateLimit,
  requestsAtOnce = defaultRequestsAtOnce,
  shortPath = true,
  trustedProxies = 0
}: ServerOptions<HttpServerRequest.HttpServerRequest, R> = {}) {
  const base = yield* baseOf(prefix)
  const router = yield* Effect.provideService(HttpRouter.make, HttpRouter.RouterConfig, routerConfig)
  const requests = yield* makeRequestLimit(rateLimit)
  const admission = makeAdmission(requestsAtOnce, makeLoopTime(yield* steadyClock), endpointKinds)
  const failures = yield* makeFailureLimit(failedAuthentications)
  const byTokens =
    authorize === undefined
      ? Authorization.authorizeByTokens(yield* AccessTokens, { failures, requests, trustedProxies })
      : null
  // Each mount has its own handlers, because a host may mount several over different services.
  const routes = Layer.mergeAll(apiLayer, docs ? Docs.layer({ base, bearer: byTokens !== null }) : Layer.empty).pipe(
    Layer.provide(endpointSteps(byTokens)),
    Layer.provide(RequestBodies.layer),
    Layer.provide([
      Layer.succeed(Admission, admission),
      HttpServer.layerServices,
      Layer.succeed(EventStreams, eventStreams)
    ]),
    Layer.provide(Layer.succeed(HttpRouter.HttpRouter, base === "" ? router : router.prefixed(base))),
    Layer.fresh
  )
  yield* Effect.updateContext(Layer.buildWithScope(routes, yield* Effect.scope), (context: Context.Context<Services>) =>
    pickServices(context)
  )

  const webhooks = yield* channelWebhooks
  const inbox = yield* Inbox
  const paths = makeServedPaths(base, {
    channels: webhooks.map(({ webhook }) => webhook.path),
    console,
    docs,
    home,
    metrics: metrics !== undefined
  })
  const mounted = base === "" ? router : router.prefixed(base)
  for (const webhook of webhooks) yield* addChannelWebhook(mounted, paths, webhook, inbox)
  if (metrics !== undefined) yield* addMetrics(mounted, paths, metrics)
  const isSimulated = (yield* Channels).all.every(({ channel }) => channel.isSimulated === true)
  if (console) yield* addConsole(mounted, paths, isSimulated)
  if (home && (console || docs)) {
    // Below a base the redirect is absolute, because the URL may have no trailing slash. At the root it is relative, because
    // a proxy may serve the root below a path.
    const page = `${base === "" ? "." : base}${console ? consolePath : pagePath}`
    yield* mounted.add("GET", homePath, HttpServerResponse.redirect(page))
  }

  const shortWay =
    shortPath && byTokens !== null
      ? makeShortPath(
          [ContactsHandlers.shortGet(yield* Contacts)],
          Authorization.authorizedContacts(byTokens),
          admission
        )
      : () => null

  const routed = router.asHttpEffect()
  // Endpoints don't see what the host provides to a request, such as a user that its middleware found.
  const recognize = Authorization.makeRecognize(yield* Actors)
  const authorized =
    authorize === undefined
      ? routed
      : Effect.contextWith((context: Context.Context<R | HttpServerRequest.HttpServerRequest>) => {
          const caller = Effect.suspend(() => authorize(Context.get(context, HttpServerRequest.HttpServerRequest)))
          return Effect.provideService(
            routed,
            Authorization.CurrentAuthorize,
            Authorization.authorizeByHost(Effect.provideContext(caller, context), recognize, requests)
          )
        })
  return requestSteps(paths, {
    deadlines: { ...defaultRequestDeadlines, ...deadlines },
    limits: yield* CurrentBodyLimits,
    ended: (yield* Readiness).ended,
    short: (request, path) => shortWay(request, base, path),
    // This scope closes after later scopes, such as the scope of the port.
    ending: yield* Scope.fork(yield* Effect.scope)
  })(authorized)
})

/**
 * Mounts the routes on the `HttpRouter` of a host, over the services of `Rollcall.layer`.
 *
 * With a prefix, every path below it belongs to Rollcall. Without one, Rollcall serves each path that starts like an
 * endpoint, such as `/v1/contacts` and everything below it. The host's other paths, middleware, errors and router
 * configuration don't change. A route that both define is a defect when the router is built. The host's middleware also
 * runs around Rollcall's routes.
 */
export const layer = <R = never>(options: RoutesOptions<HttpServerRequest.HttpServerRequest, R> = {}) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const base = yield* baseOf(options.prefix)
      const channels = (yield* channelWebhooks).map(({ webhook }) => webhook.path)
      const { console, docs, metrics } = options
      const { roots } = makeServedPaths(base, { channels, console, docs, metrics: metrics !== undefined })
      const app = yield* make(options)
      for (const root of options.prefix === undefined ? roots : [base]) {
        // The matching route decides whether it can be interrupted.
        yield* router.add("*", `${root}/*`, app, { uninterruptible: true })
      }
    })
  )

/** The web-standard request to handle. */
class WebRequest extends Context.Service<WebRequest, Request>()("@rollcall/http/WebRequest") {}

/**
 * Makes the routes as a `fetch` function for any kind of host: `(request: Request) => Promise<Response>`. A path outside
 * the prefix returns 404. The promise never rejects. If the signal of a request aborts, its work is interrupted and the
 * promise resolves with an empty 499. The function works until the scope closes.
 *
 * `authorize` gets the host's original request. It must not read the body.
 */
export const makeWebHandler = Effect.fnUntraced(function* <R = never>(options: RoutesOptions<Request, R> = {}) {
  const context = yield* Effect.context<R>()
  const { authorize } = options
  const app = yield* make({
    ...options,
    authorize:
      authorize &&
      (() =>
        Effect.flatMap(WebRequest, (request) =>
          Effect.updateContext(authorize(request), (current: Context.Context<never>) => Context.merge(context, current))
        ))
  })
  const handle = HttpEffect.toWebHandlerWith<never, WebRequest | HttpServerRequest.HttpServerRequest | Scope.Scope>(
    context
  )(app)
  return (request: Request): Promise<Response> => handle(request, Context.make(WebRequest, request))
})
