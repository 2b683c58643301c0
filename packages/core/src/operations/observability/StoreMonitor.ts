import { Context, type Option } from "effect"
import type { BroadcastUuid, ContactImportUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { WorkKind } from "./WorkKind.ts"

/** Whether a store's tables belong to this release, to a newer release, or to neither. */
export type SchemaAge = "current" | "newer" | "other"

/** A store's pending work and progress, over all workspaces. */
export interface Workload {
  /**
   * How long the oldest work of each kind has been due, in milliseconds; 0 if nothing is due. Excludes webhooks with new
   * events.
   */
  readonly lag: { readonly [Kind in WorkKind]: number }
  /** The number of published broadcasts that aren't over, by status. */
  readonly broadcasts: { readonly [Status in "resolving" | "scheduled" | "sending" | "paused"]: number }
  /**
   * The number of recipients of these broadcasts, from the broadcasts' counters. `unfinished` recipients are pending or
   * have a lease.
   */
  readonly recipients: {
    readonly [State in "sent" | "delivered" | "read" | "rejected" | "failed" | "unfinished"]: number
  }
  /** The number of recipients with an unknown outcome, up to 10,000. */
  readonly unknown: number
  /** The number of webhooks by state. `failing` webhooks failed last time and also count as enabled. */
  readonly webhooks: { readonly [State in "enabled" | "failing" | "disabled"]: number }
  /** The age of the oldest event after the cursor of an enabled webhook, in milliseconds; 0 without such an event. */
  readonly webhookLag: number
}

/** This process's connections to a database. */
export interface StoreConnections {
  readonly used: number
  readonly idle: number
  /** The number of calls that are waiting for a connection. */
  readonly waiting: number
  readonly limit: number
  /** The time since the database last responded to a call, in milliseconds. */
  readonly sinceAnswer: number
}

/** An entity that stores the trace of the request that created it. */
export interface TracedEntity {
  readonly kind: "broadcast" | "import"
  readonly workspace: WorkspaceUuid
  readonly uuid: BroadcastUuid | ContactImportUuid
}

/** Port: a store's state for operators. */
export class StoreMonitor extends Context.Service<
  StoreMonitor,
  {
    /**
     * Returns whether the store's tables still belong to this release; another process may have migrated them. Fails while
     * the store does not respond. Reads a few rows, outside any transaction.
     */
    readonly schemaAge: StorageEffect<SchemaAge>

    /**
     * Returns the workload by the store's clock, from indexes and stored counts. Reads one row for each webhook and each
     * published broadcast that isn't over. Reads recipients only if their outcome is unknown.
     */
    readonly workload: StorageEffect<Workload>

    /** Returns this process's connections; null for a store without a pool. */
    readonly connections: StorageEffect<StoreConnections | null>

    /** Stores a `traceparent` for an existing broadcast or import. */
    readonly keepTrace: (entity: TracedEntity, traceparent: string) => StorageEffect<void>

    /** Returns the `traceparent` stored by `keepTrace`, if any. */
    readonly traceOf: (entity: TracedEntity) => StorageEffect<Option.Option<string>>
  }
>()("@rollcall/core/operations/observability/StoreMonitor") {}
