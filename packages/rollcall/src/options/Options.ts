import type { Issue, StorageError, Template, Storage } from "@rollcall/core"
import type { ChannelWebhook, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import type { DatabaseNotReady, HostTransactionError, Inspection, Repair } from "@rollcall/storage-sql"
import type { Effect, Layer } from "effect"
import type { HttpOptions } from "../Fetch.ts"
import type { RollcallSettings } from "./GivenSettings.ts"
import type { Log } from "./Logging.ts"

/**
 * Where Rollcall stores: made by `sqlite`, `postgres` or `memory`. `Client` is the type that a transaction of the host runs on.
 * `Joins` is the service that runs calls in the transaction.
 */
export interface StorageDefinition<Client = never, Joins = never> {
  /** The store, as a layer of Effect. */
  readonly layer: Layer.Layer<Storage | Joins, Error>
  /** Returns a function that runs a call in the open transaction of a client. */
  readonly using: (client: Client) => JoinTransaction<Joins>
  /** What is wrong with the options of this storage; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
  /**
   * Whether every wait follows the `clock` of a test. Default: false, as for a database: workers query it at intervals, and its
   * answers take real time.
   */
  readonly hasVirtualTime?: boolean | undefined
  /** Compares the store with what its migrations have made, compares its counts with its rows, and repairs both. */
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

/** A channel that sends messages, with its templates. Made by `simulator`, or from the layer of any channel. */
export interface ChannelDefinition {
  /** The channel, as a layer of Effect. */
  readonly layer: Layer.Layer<MessageChannel>
  /** The templates that can be sent through it. */
  readonly templates: ReadonlyArray<Template>
  /** What is wrong with the options of this channel; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** A provider that sends messages, with the templates that it keeps. Made by `whatsapp`. */
export interface ProviderDefinition {
  /** The channel with its templates and its webhook, as a layer of Effect. */
  readonly provider: Layer.Layer<MessageChannel | TemplateCatalog | ChannelWebhook, never, Storage>
  /** What is wrong with the options of this provider; nothing if absent. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** A channel: made by `simulator` or `whatsapp`, or any layer, with a `ChannelWebhook` for `fetch`. */
export type AnyChannelDefinition = ChannelDefinition | ProviderDefinition | Layer.Layer<MessageChannel>

/** The source of the current time: made by `virtualClock` of `rollcall/testing`. */
export interface ClockDefinition {
  /** The clock, as a layer of Effect. */
  readonly layer: Layer.Layer<never>
}

/** The options of {@link createRollcall}. */
export interface RollcallOptions<Client = never, Joins = never> {
  /** Where Rollcall stores: `sqlite({ filename })`, `postgres({ url })`, `fromPool(pool)` or `memory()`. */
  readonly storage: StorageDefinition<Client, Joins>
  /**
   * The channel that sends messages, or several channels, each with a different `channel_type`. A broadcast without a
   * `channelType` uses the first.
   */
  readonly channel: AnyChannelDefinition | ReadonlyArray<AnyChannelDefinition>
  /**
   * Templates for every workspace and channel, in addition to the templates of channels and workspaces. Not used with a provider,
   * which keeps every template that it can send.
   */
  readonly templates?: ReadonlyArray<Template> | undefined
  /**
   * The default country of phone numbers without a country code, in two letters (ISO 3166), such as `DE`. If absent, such a
   * number is stored as its digits. Processes that share a store should agree on it.
   */
  readonly country?: string | undefined
  /** Whether this process sends broadcasts and runs imports. If false, another process does. Default: true. */
  readonly workers?: boolean | undefined
  /** The clock of a test, with `memory()` only. Default: the clock of the machine. */
  readonly clock?: ClockDefinition | undefined
  /** How `fetch` of the result serves the HTTP API. */
  readonly http?: HttpOptions | undefined
  /** How contacts are stored, broadcasts sent and imports run. */
  readonly settings?: RollcallSettings | undefined
  /** Logs warnings and errors. Default: one line for each on the console (`console.warn`, `console.error`). `false`: none. */
  readonly log?: Log | false | undefined
}
