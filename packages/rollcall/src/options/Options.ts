import type { Issue, StorageError, Template, Storage } from "@rollcall/core"
import type { ChannelWebhook, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import type { DatabaseNotReady, HostTransactionError, Inspection, Repair } from "@rollcall/storage-sql"
import type { Effect, Layer } from "effect"
import type { HttpOptions } from "../Fetch.ts"
import type { RollcallSettings } from "./GivenSettings.ts"
import type { Log } from "./Logging.ts"

/**
 * A storage, made by `sqlite`, `postgres` or `memory`. `Client` is the database client of host transactions. `Joins` is
 * the service that joins calls to such a transaction.
 */
export interface StorageDefinition<Client = never, Joins = never> {
  /** The store, as a layer of Effect. */
  readonly layer: Layer.Layer<Storage | Joins, Error>
  /** Returns a function that runs a call in the client's open transaction. */
  readonly using: (client: Client) => JoinTransaction<Joins>
  /** The problems with the storage options. Default: none. */
  readonly issues?: ReadonlyArray<Issue> | undefined
  /**
   * Whether all waits follow the test `clock`. Default: false, as for a database: workers poll it, and its responses
   * take real time.
   */
  readonly hasVirtualTime?: boolean | undefined
  /** Checks and repairs the tables and counts of the store. */
  readonly upkeep?: StoreUpkeep | undefined
}

/** The check and repair of a store. */
export interface StoreUpkeep {
  /** Returns missing parts and wrong counts. */
  readonly inspect: Effect.Effect<Inspection, StorageError | DatabaseNotReady>
  /** Repairs missing parts and wrong counts. Returns what it found and what it could not repair. */
  readonly repair: Effect.Effect<Repair, StorageError | DatabaseNotReady>
}

/** Runs an effect in a host transaction. */
type JoinTransaction<Joins> = <A, E, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | StorageError | HostTransactionError, R | Joins>

/** A channel and its templates. Made by `simulator`, or from the layer of any channel. */
export interface ChannelDefinition {
  /** The channel, as a layer of Effect. */
  readonly layer: Layer.Layer<MessageChannel>
  /** The templates that the channel can send. */
  readonly templates: ReadonlyArray<Template>
  /** The problems with the channel options. Default: none. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** A channel that manages its own templates. Made by `whatsapp`. */
export interface ProviderDefinition {
  /** The channel with its templates and its webhook, as a layer of Effect. */
  readonly provider: Layer.Layer<MessageChannel | TemplateCatalog | ChannelWebhook, never, Storage>
  /** The problems with the provider options. Default: none. */
  readonly issues?: ReadonlyArray<Issue> | undefined
}

/** Any channel: made by `simulator` or `whatsapp`, or a layer. A `ChannelWebhook` in the layer is served by `fetch`. */
export type AnyChannelDefinition = ChannelDefinition | ProviderDefinition | Layer.Layer<MessageChannel>

/** The source of the current time: made by `virtualClock` of `rollcall/testing`. */
export interface ClockDefinition {
  /** The clock, as a layer of Effect. */
  readonly layer: Layer.Layer<never>
}

/** The options of {@link createRollcall}. */
export interface RollcallOptions<Client = never, Joins = never> {
  /** The storage: `sqlite({ filename })`, `postgres({ url })`, `fromPool(pool)` or `memory()`. */
  readonly storage: StorageDefinition<Client, Joins>
  /**
   * The channel, or several channels with different `channel_type`s. A broadcast without a `channelType` uses the
   * first.
   */
  readonly channel: AnyChannelDefinition | ReadonlyArray<AnyChannelDefinition>
  /** Additional templates for every workspace and channel. Ignored for a provider, which manages its own templates. */
  readonly templates?: ReadonlyArray<Template> | undefined
  /**
   * The default country of phone numbers without a country code, as two letters (ISO 3166) such as `DE`. Without it,
   * these numbers are stored as digits. Use the same value in all processes that share a store.
   */
  readonly country?: string | undefined
  /** Whether this process sends broadcasts and runs imports. If false, another process must do it. Default: true. */
  readonly workers?: boolean | undefined
  /** The clock of a test, only with `memory()`. Default: the system clock. */
  readonly clock?: ClockDefinition | undefined
  /** Options of the HTTP API that `fetch` serves. */
  readonly http?: HttpOptions | undefined
  /** Settings for contacts, broadcasts, imports and other work. */
  readonly settings?: RollcallSettings | undefined
  /**
   * Logs warnings and errors; `false` disables logging. Default: one line each with `console.warn` or `console.error`.
   */
  readonly log?: Log | false | undefined
}
