import { Context, type Option } from "effect"
import type { BroadcastUuid, ContactImportUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { WorkKind } from "./WorkKind.ts"

/** Whether the tables of a store belong to this release, to a newer release, or to neither. */
export type SchemaAge = "current" | "newer" | "other"

/** What a store has to do, and how far it is: of all workspaces together. */
export interface Workload {
  /** For how many milliseconds the oldest work of each kind is due; 0 if nothing is. Webhooks with new events do not count. */
  readonly lag: { readonly [Kind in WorkKind]: number }
  /** The broadcasts that are published and not over. */
  readonly broadcasts: { readonly [Status in "resolving" | "scheduled" | "sending" | "paused"]: number }
  /** The recipients of these broadcasts, by their counters. `unfinished` recipients are pending or have a lease. */
  readonly recipients: {
    readonly [State in "sent" | "delivered" | "read" | "rejected" | "failed" | "unfinished"]: number
  }
  /** The recipients of unknown outcome, up to 10,000. */
  readonly unknown: number
  /** The enabled webhooks, the enabled webhooks that failed last time, and the disabled ones. */
  readonly webhooks: { readonly [State in "enabled" | "failing" | "disabled"]: number }
  /** The age of the oldest event after the cursor of an enabled webhook, in milliseconds; 0 if there is none. */
  readonly webhookLag: number
}

/** The connections of this process to a database. */
export interface StoreConnections {
  readonly used: number
  readonly idle: number
  /** The calls that wait for one. */
  readonly waiting: number
  readonly limit: number
  /** How long ago the database last answered a call, in milliseconds. */
  readonly sinceAnswer: number
}

/** What keeps the trace of the request that made it. */
export interface TracedEntity {
  readonly kind: "broadcast" | "import"
  readonly workspace: WorkspaceUuid
  readonly uuid: BroadcastUuid | ContactImportUuid
}

/** Port: what a store says of itself to operators. */
export class StoreMonitor extends Context.Service<
  StoreMonitor,
  {
    /**
     * Returns which release the tables of the store belong to now: another process may have migrated them since this one
     * began. Fails while the store does not answer. Reads a few rows, outside of any transaction.
     */
    readonly schemaAge: StorageEffect<SchemaAge>

    /**
     * Returns what there is to do, by the store's clock, from indexes and kept counts: it reads a row for each webhook
     * and each broadcast that is published and not over, and recipients only if their outcome is unknown.
     */
    readonly workload: StorageEffect<Workload>

    /** Returns the connections of this process; null for a store that has no pool. */
    readonly connections: StorageEffect<StoreConnections | null>

    /** Stores a `traceparent` with a broadcast or an import that exists. */
    readonly keepTrace: (entity: TracedEntity, traceparent: string) => StorageEffect<void>

    /** Returns what `keepTrace` stored; none if that was not called. */
    readonly traceOf: (entity: TracedEntity) => StorageEffect<Option.Option<string>>
  }
>()("@rollcall/core/operations/observability/StoreMonitor") {}
