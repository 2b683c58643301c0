import { Context, type Option } from "effect"
import type { BroadcastUuid, ContactImportUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { WorkKind } from "./WorkKind.ts"

/** Whether the tables of a store belong to this release, to a newer release, or to neither. */
export type SchemaAge = "current" | "newer" | "other"

/** The pending work and the progress of a store, over all workspaces. */
export interface Workload {
  /**
   * How long the oldest work of each kind has been due, in milliseconds; 0 if nothing is due. Webhooks with new events do
   * not count.
   */
  readonly lag: { readonly [Kind in WorkKind]: number }
  /** The broadcasts that are published and not over. */
  readonly broadcasts: { readonly [Status in "resolving" | "scheduled" | "sending" | "paused"]: number }
  /** The recipients of these broadcasts, by their counters. `unfinished` recipients are pending or have a lease. */
  readonly recipients: {
    readonly [State in "sent" | "delivered" | "read" | "rejected" | "failed" | "unfinished"]: number
  }
  /** The recipients with an unknown outcome, up to 10,000. */
  readonly unknown: number
  /** The enabled webhooks, the enabled webhooks that failed last time, and the disabled ones. */
  readonly webhooks: { readonly [State in "enabled" | "failing" | "disabled"]: number }
  /** The age of the oldest event after the cursor of an enabled webhook, in milliseconds; 0 without such an event. */
  readonly webhookLag: number
}

/** The connections of this process to a database. */
export interface StoreConnections {
  readonly used: number
  readonly idle: number
  /** The calls that wait for a connection. */
  readonly waiting: number
  readonly limit: number
  /** How long ago the database last answered a call, in milliseconds. */
  readonly sinceAnswer: number
}

/** An entity that keeps the trace of the request that created it. */
export interface TracedEntity {
  readonly kind: "broadcast" | "import"
  readonly workspace: WorkspaceUuid
  readonly uuid: BroadcastUuid | ContactImportUuid
}

/** Port: what operators can see of a store. */
export class StoreMonitor extends Context.Service<
  StoreMonitor,
  {
    /**
     * Returns which release the tables of the store belong to now: another process may have migrated them since this
     * process began. Fails while the store does not answer. Reads a few rows, outside any transaction.
     */
    readonly schemaAge: StorageEffect<SchemaAge>

    /**
     * Returns the workload by the store's clock, from indexes and kept counts. Reads a row for each webhook and each
     * broadcast that is published and not over. Reads recipients only if their outcome is unknown.
     */
    readonly workload: StorageEffect<Workload>

    /** Returns the connections of this process; null for a store without a pool. */
    readonly connections: StorageEffect<StoreConnections | null>

    /** Stores a `traceparent` with an existing broadcast or import. */
    readonly keepTrace: (entity: TracedEntity, traceparent: string) => StorageEffect<void>

    /** Returns what `keepTrace` stored; none if that was not called. */
    readonly traceOf: (entity: TracedEntity) => StorageEffect<Option.Option<string>>
  }
>()("@rollcall/core/operations/observability/StoreMonitor") {}
