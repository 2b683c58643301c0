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
  ListJobs,
  OptOutJobs,
  Segments,
  Settings,
  Timeline
} from "@rollcall/core/people"
import { Webhooks } from "@rollcall/core/events"
import { Context, Effect, Layer, Scope } from "effect"
import { HttpEffect, HttpRouter, HttpServer, HttpServerRequest } from "effect/http"
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
import { addHome } from "./system/Home.ts"
import { baseOf, consolePath, makeServedPaths, pagePath } from "./system/ServedPaths.ts"
import * as SegmentsHandlers from "./segments/SegmentsHandlers.ts"
import * as SystemHandlers from "./system/SystemHandlers.ts"
import * as TemplatesHandlers from "./templates/TemplatesHandlers.ts"
import * as SettingsHandlers from "./settings/SettingsHandlers.ts"
import * as TokensHandlers from "./access/TokensHandlers.ts"
import * as WebhooksHandlers from "./webhooks/WebhooksHandlers.ts"

/** How the routes are mounted. `Request` is what a host authorizes, `R` what it needs for that. */
export interface RoutesOptions<Request, R> {
  /** The beginning of every path, such as `/rollcall`. Without one the paths are those of the API. */
  readonly prefix?: `/${string}` | undefined
  /**
   * The caller of a request, such as the user of a session: null is answered 401, a missing scope 403, a failure or a
   * defect 500. It is asked for the requests that name an operation, before their body is read. Without it requests carry
   * bearer tokens of `AccessTokens`.
   */
  readonly authorize?: ((request: Request) => Effect.Effect<AuthorizedCaller | null, unknown, R>) | undefined
  /** Whether `/docs` and `/openapi.json` are served: true by default. */
  readonly docs?: boolean | undefined
  /** Whether the console, a page for people, is served at `/console`: false by default. */
  readonly console?: boolean | undefined
  /** How long a request may take before it is stopped and answered 503: 10 seconds, and 60 for an upload. */
  readonly deadlines?: Partial<RequestDeadlines> | undefined
  /**
   * How many requests a caller may make: as many as it likes by default. More are answered 429 with `Retry-After`. They
   * are counted by token, or by workspace and actor where the host authorizes, separately in each process and each mount.
   */
  readonly rateLimit?: RequestRate | undefined
  /**
   * How many requests a minute from one address may have no valid bearer token: 60 by default, 0 for no limit. More are
   * answered 429 with `Retry-After`, and their tokens are not looked up. Where the address is not known there is no limit.
   */
  readonly failedAuthentications?: number | undefined
  /**
   * How many event streams may be open at a time: 250 by default. A workspace may have half of them, and a token, or an actor
   * where the host authorizes, an eighth. More are answered 429 with `Retry-After`.
   */
  readonly eventStreams?: number | undefined
  /**
   * How many requests are worked on at a time: 16 by default. A workspace may have half of them, and an endpoint of it half of
   * those. Four times as many read or create one contact, which share statements. Others wait, for 5 seconds at most, and then are answered 503 with `Retry-After`. A pool of connections to the store
   * should have more than half of this number.
   */
  readonly requestsAtOnce?: number | undefined
  /** With it `GET /metrics` is served in the format of Prometheus; without it, it is 404. */
  readonly metrics?: MetricsOptions | undefined
  /** How many proxies that set `X-Forwarded-For` every request comes through: 0 by default, which takes no such header. */
  readonly trustedProxies?: number | undefined
}

/** The services that the routes stand on, those of `Rollcall.layer`. */
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
 * Nothing else of the host's context reaches the routes when they are built. The context would have the middleware of
 * the host's router, which runs around {@link layer} as a whole, and values that a request may override.
 */
const pickServices = Context.pick(...services, CurrentBodyLimits)

/** The webhooks of the channels that have one. */
const channelWebhooks = Effect.map(Channels, ({ all }) =>
  all.flatMap(({ channel: { channelType }, webhook }) => (webhook === null ? [] : [{ channelType, webhook }]))
)

/** The endpoints that are not like the others, see `makeAdmission`. */
const endpointKinds = {
  shared: new Set([Api.groups.contacts.endpoints.get, Api.groups.contacts.endpoints.create].map(endpointName)),
  walking: new Set([endpointName(Api.groups.broadcasts.endpoints.estimate)])
}

/** A long part of a path is not 404, so that its endpoint can say what is wrong with it. */
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

/** The same for a server without a host. */
interface ServerOptions<Request, R> extends RoutesOptions<Request, R> {
  /** Whether `/` leads to `/console`, or to `/docs` where that is not served: false by default. */
  readonly home?: boolean | undefined
  /** Whether endpoints that have a shorter way than the router take it: true by default. The answers are the same. */
  readonly shortPath?: boolean | undefined
}

/**
 * Makes what answers every request: the routes of the API, and below them 404, 405 and 500 in the envelope of the area.
 * It has its own router, so that it depends on no configuration of the host's, and logs each answer with the request's
 * id.
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
  // Each mount has its own handlers: a host may have several, over different services.
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
  if (home && (console || docs)) yield* addHome(mounted, base, console ? consolePath : pagePath)

  const shortWay =
    shortPath && byTokens !== null
      ? makeShortPath(
          [ContactsHandlers.shortGet(yield* Contacts)],
          Authorization.authorizedContacts(byTokens),
          admission
        )
      : () => null

  const routed = router.asHttpEffect()
  // What the host provides to the request, such as a user that its middleware found, is not what endpoints are given.
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
    // It closes after the scopes that are made later, such as that of the port.
    ending: yield* Scope.fork(yield* Effect.scope)
  })(authorized)
})

/**
 * Mounts the routes on the `HttpRouter` of a host, over the services of `Rollcall.layer`.
 *
 * With a prefix every path below it is Rollcall's. Without one the paths are those that begin as an endpoint's do, such
 * as `/v1/contacts` and all below it. What the host has elsewhere, its middleware, its errors and the configuration of
 * its router stay as they are; a route of both is a defect when the router is built. The host's middleware runs around
 * Rollcall's routes as around its own.
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
        // The route that matches decides whether it can be interrupted.
        yield* router.add("*", `${root}/*`, app, { uninterruptible: true })
      }
    })
  )

/** The web-standard request that is answered. */
class WebRequest extends Context.Service<WebRequest, Request>()("@rollcall/http/WebRequest") {}

/**
 * Makes the routes in the shape of `fetch`, for a host of any kind: `(request: Request) => Promise<Response>`. A path
 * that is not below the prefix is 404. The promise is never rejected. When the signal of a request aborts, its work is
 * interrupted and the promise resolves with an empty 499. The function works until the scope closes.
 *
 * `authorize` gets the request as the host gave it. It must not read the body.
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
