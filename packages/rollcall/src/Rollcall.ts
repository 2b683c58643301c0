import {
  type Caller,
  InvalidInput,
  Rollcall as Library,
  type Storage,
  systemCaller,
  type Template,
  Transliteration,
  Workspaces as WorkspaceService
} from "@rollcall/core"
import { issue, Actors, MetricsReport } from "@rollcall/core/operations"
import { Channels, type MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { layer as phoneNumbers } from "@rollcall/phone-numbers"
import { layer as webhookSender } from "@rollcall/http/webhook-sender"
import { Effect, Exit, Layer, ManagedRuntime, Schema, Scope } from "effect"
import { checkOptions } from "./options/CheckOptions.ts"
import { bindAreas, type Services } from "./methods/Areas.ts"
import { closedError, locate, toRollcallError } from "./Errors.ts"
import { placeOf } from "./methods/CallPlace.ts"
import { makeFetch, notARequest } from "./Fetch.ts"
import { hostScheduler } from "./options/HostScheduler.ts"
import { type CallOptions, decode } from "./methods/Inputs.ts"
import { nodeComplaint } from "./options/NodeVersion.ts"
import { RollcallError } from "./RollcallError.ts"
import { loggingLayer } from "./options/Logging.ts"
import type { Run } from "./methods/Methods.ts"
import {
  type CheckOptions,
  type Pruned,
  type PruneOptions,
  type StoreCheck,
  upkeepMethods
} from "./methods/UpkeepMethods.ts"
import type { AnyChannelDefinition, RollcallOptions } from "./options/Options.ts"
import { type Settings, settingsLayer } from "./options/Settings.ts"
import type { Workspace } from "./Workspace.ts"

/** Options of `workspace`. */
export interface WorkspaceOptions extends CallOptions {
  /** The id of the user who acts, any string of 1 to 255 characters. Default: the program itself. */
  readonly actor?: string | undefined
}

/** The workspaces of an open Rollcall. */
export interface Workspaces<Client = never> {
  /**
   * Returns the workspace of this name. Creates it if it does not exist.
   *
   * @param name The name, of 1 to 255 characters.
   * @param options `actor`, the id of the user who is named as the author of what is written.
   * @returns The workspace, with one property for each area: `contacts`, `lists`, `broadcasts` and so on.
   * @throws {invalid_input} when the name is empty or too long, or `actor` is.
   * @example
   * const practice = await rollcall.workspace("practice")
   * await practice.contacts.create({ firstName: "Zoë", email: "zoe@example.org" })
   */
  readonly workspace: (name: string, options?: WorkspaceOptions) => Promise<Workspace<Client>>
}

/** An open Rollcall: its workspaces, HTTP API, metrics and maintenance. */
export interface Rollcall<Client = never> extends Workspaces<Client>, AsyncDisposable {
  /**
   * Returns the workspaces bound to your open transaction, to create a workspace in it. {@link Workspace.in} does the
   * same for a workspace that you have.
   *
   * @param client The client with the open transaction: of `sqlite` a `DatabaseSync`, of `postgres` a client of the pool.
   * @returns The workspaces. Their calls are rejected with `transaction` if the transaction cannot be used.
   * @throws {transaction} when the client has no open transaction on the database of the store, or the store is in memory.
   */
  readonly using: (client: Client) => Workspaces<Client>

  /**
   * Handles an HTTP API request in any server or route handler that knows `Request` and `Response`.
   *
   * @param request The request. A path outside `http.prefix` returns 404.
   * @returns The response, also for an error. The call is rejected only after `close`, or without a `Request`.
   * @throws {closed} when this Rollcall is closed.
   * @throws {invalid_input} when the argument isn't a `Request`, but a string or a request of Node, for example.
   * @example
   * const response = await rollcall.fetch(new Request("http://localhost/health"))
   * console.log(response.status)
   */
  readonly fetch: (request: Request) => Promise<Response>

  /**
   * Returns the metrics of the process: requests, sends, and pending work in the store.
   *
   * @returns The metrics in Prometheus format.
   * @throws {unavailable} when the store does not answer.
   * @example
   * const text = await rollcall.metrics()
   * console.log(text.split("\n").length)
   */
  readonly metrics: () => Promise<string>

  /**
   * Compares the store with the schema of its migrations, for example after a restore. It also compares each stored
   * count with the rows that it counts. Reads all rows.
   *
   * @param options `repair`: creates what is missing and counts again, while writers wait. Default: false.
   * @returns `ok`, what was `found`, and what a repair could not fix as `remaining`.
   * @throws {database_not_ready} when the database doesn't have the tables of this version.
   * @throws {invalid_input} when an option is unknown, or the storage can't check itself.
   * @example
   * const { found, ok } = await rollcall.check()
   * console.log(ok, found.damages)
   */
  readonly check: (options?: CheckOptions) => Promise<StoreCheck>

  /**
   * Removes everything older than the given ages, in all workspaces and in small steps.
   *
   * @param options The ages by kind, in milliseconds or as a string such as `90 days`, at least an hour: `events`,
   *   `importRows`, `recipients` and `messages`. A kind without an age stays. With `dryRun` nothing is removed.
   * @returns How many of each kind were removed, or would be.
   * @throws {invalid_input} when an age is not a span of time or shorter than an hour, or an option is unknown.
   * @example
   * const { events = 0 } = await rollcall.prune({ events: "90 days", dryRun: true })
   * console.log(events)
   */
  readonly prune: (options?: PruneOptions) => Promise<Pruned>

  /**
   * Ends the background work and closes the store; then the process can end. You may call it twice.
   *
   * @returns Nothing. Calls that still run, and later calls, are rejected with `closed`.
   * @example
   * await rollcall.close()
   */
  readonly close: () => Promise<void>
}

const ActorOptions = Schema.Struct({ actor: Schema.optional(Schema.String), signal: Schema.optional(Schema.Unknown) })

/** Opens the store and starts the background work. Errors point to the call of `createRollcall` at `place`. */
export const openRollcall = async <Client, Joins>(
  options: RollcallOptions<Client, Joins>,
  place: { readonly stack?: string }
): Promise<Rollcall<Client>> => {
  const complaint = nodeComplaint()
  if (complaint !== null) throw locate(new RollcallError("invalid_input", complaint), place)
  const checked = await Effect.runPromiseExit(checkOptions(options))
  if (Exit.isFailure(checked)) throw locate(toRollcallError(checked.cause), place)
  const runtime = ManagedRuntime.make(layerOf(options, checked.value))
  let isClosed = false

  const run: Run<Services | Storage | Joins> = async (effect, { signal }, place) => {
    if (isClosed) throw locate(closedError(), place)
    signal?.throwIfAborted()
    const exit = await runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Exit.hasInterrupts(exit)) {
      signal?.throwIfAborted()
      if (isClosed) throw locate(closedError(), place)
    }
    throw locate(toRollcallError(exit.cause), place)
  }

  const close = async () => {
    isClosed = true
    await runtime.dispose()
  }

  const joined = (client: Client): Run<Services> => {
    const join = options.storage.using(client)
    return (effect, options, place) => run(join(effect), options, place)
  }

  const workspaceOf = (caller: Caller, name: string, run: Run<Services>): Workspace<Client> => ({
    ...bindAreas(caller, run),
    in: (client) => workspaceOf(caller, name, joined(client)),
    name,
    uuid: caller.workspace
  })

  const workspacesOf = (run: Run<Services>): Workspaces<Client> => {
    const workspace = async (name: string, options: WorkspaceOptions = {}): Promise<Workspace<Client>> => {
      const place = placeOf(workspace)
      const opened = Effect.gen(function* () {
        const text = yield* decode(["name", Schema.String], name)
        const { actor } = yield* decode(ActorOptions, options)
        const { name: stored, uuid } = yield* (yield* WorkspaceService).ensure(text)
        const caller = actor === undefined ? systemCaller(uuid) : yield* (yield* Actors).caller(uuid, actor)
        return workspaceOf(caller, stored, run)
      })
      return await run(opened, options, place)
    }
    return { workspace }
  }

  const using = (client: Client) => workspacesOf(joined(client))

  let handler: Promise<(request: Request) => Promise<Response>> | undefined
  const openHandler = (place: { readonly stack?: string }) =>
    (handler ??= run(Scope.provide(makeFetch(options.http ?? {}), runtime.scope), {}, place))

  const fetch = async (request: Request): Promise<Response> => {
    const place = placeOf(fetch)
    const mistaken = notARequest(request)
    if (mistaken !== null) throw locate(new RollcallError("invalid_input", mistaken), place)
    const handle = await openHandler(place)
    if (isClosed) throw locate(closedError(), place)
    return await handle(request)
  }

  const metrics = async (): Promise<string> => {
    const place = placeOf(metrics)
    return await run(
      MetricsReport.use(({ text }) => text),
      {},
      place
    )
  }

  try {
    await run(Effect.void, {}, place)
    if (options.http !== undefined) await openHandler(place)
  } catch (error) {
    await close()
    throw error
  }
  const upkeep = upkeepMethods(options.storage.upkeep, run)
  return { ...workspacesOf(run), ...upkeep, using, fetch, metrics, close, [Symbol.asyncDispose]: close }
}

/** Loaded only if needed: half a megabyte of letters of all scripts. */
const transliteration = Effect.map(
  Effect.promise(() => import("any-ascii")),
  (table) => table.default
)

const webhooks = Layer.provide(Library.layerWebhooks, webhookSender())

/** Provides the channels, each with its templates and its webhook, if any. */
const channelsLayer = (
  given: RollcallOptions["channel"],
  templates: ReadonlyArray<Template>
): Layer.Layer<Channels | MessageChannel | TemplateCatalog, InvalidInput, Storage> => {
  const channels = isSeveral(given) ? given : [given]
  if (templates.length > 0 && channels.every((channel) => "provider" in channel)) {
    const refusal = issue("value_error", ["templates"], "are those of the provider")
    return Layer.effectContext(Effect.fail(new InvalidInput({ issues: [refusal] })))
  }
  return Channels.layerOf(channels.map((channel) => channelLayer(channel, templates)))
}

const isSeveral = (given: RollcallOptions["channel"]): given is ReadonlyArray<AnyChannelDefinition> =>
  Array.isArray(given)

const channelLayer = (
  channel: AnyChannelDefinition,
  templates: ReadonlyArray<Template>
): Layer.Layer<MessageChannel | TemplateCatalog, never, Storage> => {
  if ("provider" in channel) return channel.provider
  return "templates" in channel
    ? Layer.merge(channel.layer, TemplateCatalog.layerStored([...channel.templates, ...templates]))
    : Layer.merge(channel, TemplateCatalog.layerStored(templates))
}

const layerOf = <Client, Joins>(
  { channel, clock, country, log, storage, templates = [], workers = true }: RollcallOptions<Client, Joins>,
  settings: typeof Settings.Type
) => {
  return (workers ? Layer.mergeAll(Library.layer, Library.layerWorkers, webhooks) : Library.layer).pipe(
    Layer.provide([Layer.succeed(Transliteration, transliteration), phoneNumbers({ country })]),
    Layer.provide(channelsLayer(channel, templates)),
    Layer.provideMerge(storage.layer),
    Layer.provideMerge(settingsLayer(settings)),
    Layer.provideMerge(loggingLayer(log)),
    Layer.provideMerge(Layer.merge(hostScheduler, clock?.layer ?? Layer.empty))
  )
}
