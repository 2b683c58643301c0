import type { Issue, StorageError, Template, Storage } from "@rollcall/core"
import type { ChannelWebhook, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import type { DatabaseNotReady, HostTransactionError, Inspection, Repair } from "@rollcall/storage-sql"
import type { Effect, Layer } from "effect"
import type { HttpOptions } from "../Fetch.ts"
import type { RollcallSettings } from "./GivenSettings.ts"
import type { Log } from "./Logging.ts"

/**
 * Where Rollcall stores: made by `sqlite`, `postgres` or `memory`. `Client` is what a transaction of the host runs on,
 * and `Joins` the service that runs calls in it.
 */
export interface StorageDefinition<Client = never, Joins = never> {
  /** The store, as a layer of Effect. */
  readonly layer: Layer.Layer<Storage | Joins, Error>
  /** Returns what runs a call in the open transaction of a client. */
  readonly using: (client: Client) => JoinTransaction<Joins>
  /** What is wrong with the options that it was made with; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
  /**
   * Whether it keeps to the `clock` of a test, with every wait. Default: false, as for a database: workers ask it at
   * intervals and answers take real time.
   */
  readonly hasVirtualTime?: boolean | undefined
  /** What compares the store with what its migrations have made, and its counts with its rows, and what repairs it. */
  readonly upkeep?: StoreUpkeep | undefined
}

/** How a store is checked and repaired. */
export interface StoreUpkeep {
  /** Returns what is missing or miscounted. */
  readonly inspect: Effect.Effect<Inspection, StorageError | DatabaseNotReady>
  /** Repairs what is missing or miscounted, and returns what it found and could not repair. */
  readonly repair: Effect.Effect<Repair, StorageError | DatabaseNotReady>
}

/** Runs an effect in a transaction of the host. */
type JoinTransaction<Joins> = <A, E, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | StorageError | HostTransactionError, R | Joins>

/** What messages leave through, and the templates that it has: made by `simulator`, or of the layer of any channel. */
export interface ChannelDefinition {
  /** The channel, as a layer of Effect. */
  readonly layer: Layer.Layer<MessageChannel>
  /** The templates that can be sent through it. */
  readonly templates: ReadonlyArray<Template>
  /** What is wrong with the options that it was made with; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** A provider that messages leave through, with the templates that it keeps: made by `whatsapp`. */
export interface ProviderDefinition {
  /** The channel with its templates and its webhook, as a layer of Effect. */
  readonly provider: Layer.Layer<MessageChannel | TemplateCatalog | ChannelWebhook, never, Storage>
  /** What is wrong with the options that it was made with; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** A channel: made by `simulator` or `whatsapp`, or any layer, with a `ChannelWebhook` for `fetch`. */
export type AnyChannelDefinition = ChannelDefinition | ProviderDefinition | Layer.Layer<MessageChannel>

/** What says what time it is: made by `virtualClock` of `rollcall/testing`. */
export interface ClockDefinition {
  /** The clock, as a layer of Effect. */
  readonly layer: Layer.Layer<never>
}

/** What {@link createRollcall} is given. */
export interface RollcallOptions<Client = never, Joins = never> {
  /** Where Rollcall stores: `sqlite({ filename })`, `postgres({ url })`, `fromPool(pool)` or `memory()`. */
  readonly storage: StorageDefinition<Client, Joins>
  /**
   * What messages leave through: a channel, or several, each with a `channel_type` of its own. A broadcast that names no
   * `channelType` leaves through the first.
   */
  readonly channel: AnyChannelDefinition | ReadonlyArray<AnyChannelDefinition>
  /**
   * Templates for every workspace and channel, in addition to the templates of channels and workspaces. A provider has
   * all that can be sent through it, and takes none.
   */
  readonly templates?: ReadonlyArray<Template> | undefined
  /**
   * The country of phone numbers that are written without one, in two letters (ISO 3166), such as `DE`. Without it such a
   * number is its digits. Processes that share a store should agree on it.
   */
  readonly country?: string | undefined
  /** Whether this process sends and imports what was accepted. If false, another process does. Default: true. */
  readonly workers?: boolean | undefined
  /** The clock of a test, with `memory()` only. Default: the machine's. */
  readonly clock?: ClockDefinition | undefined
  /** How `fetch` of the result serves the HTTP API. */
  readonly http?: HttpOptions | undefined
  /** How contacts are stored, and how broadcasts are sent and imports applied. */
  readonly settings?: RollcallSettings | undefined
  /** Takes warnings and errors. Default: each is one line on the console (`console.warn`, `console.error`). `false`: none. */
  readonly log?: Log | false | undefined
}
