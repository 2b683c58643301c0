import {
  ActorUuid,
  type Broadcast,
  BroadcastUuid,
  type ContactFields,
  ContactUuid,
  RecipientUuid,
  type Storage,
  type StorageError,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { makeContact } from "@rollcall/core/people"
import { BroadcastStore, type StoredRecipient, Transaction } from "@rollcall/core/storage"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Context, DateTime, Duration, Effect, Layer, type Redacted, type Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { inject } from "vitest"
import { type DatabaseNotReady, layer, layerOnClient, migrate as tool, type PostgresOptions } from "../src/index.ts"
import { layerClient } from "../src/PostgresClient.ts"
import { copiedDatabase, freshDatabase, sharedDatabase, withDatabase } from "./server/Databases.ts"
import { layerStoredTexts } from "./StoredTexts.ts"

type Options = Omit<PostgresOptions, "url">

/** Creates an empty database on the server of this run, and drops it when the scope ends. */
export const database = Effect.suspend(() => freshDatabase(inject("postgresUrl")))

/** Copies a database that is created and filled once in a run. Drops the copy when the scope ends. */
export const copyOf = <E>(name: string, fill: (url: Redacted.Redacted) => Effect.Effect<void, E>) =>
  Effect.suspend(() => {
    const server = inject("postgresUrl")
    const shared = sharedDatabase(server, `${inject("sharedDatabases")}${name}`, fill)
    return Effect.flatMap(shared, (original) => copiedDatabase(server, original))
  })

/** Every port over a new database with all migrations, and what it keeps. */
export const freshStorage = (
  options: Options
): Layer.Layer<Storage, StorageError | DatabaseNotReady | SqlError.SqlError> =>
  Layer.unwrap(
    Effect.map(copyOf("migrated", migrate), (url) => Layer.merge(layer({ ...options, url }), layerStoredTexts(url)))
  )

/** Runs all migrations in a database. */
export const migrate = (url: Redacted.Redacted) => Effect.scoped(Effect.asVoid(Layer.build(layer({ url }))))

/** Counts rows that were not written by the library, and updates the statistics of the planner. */
export const countRows = (url: Redacted.Redacted) =>
  Effect.andThen(
    tool.repair({ url }),
    withDatabase(url, (sql) => sql`ANALYZE`.unprepared)
  )

/** Every port, and the client for checks of the tables. */
export const layerWithClient = (
  options: PostgresOptions
): Layer.Layer<Storage | HostTransaction | SqlClient.SqlClient, StorageError | DatabaseNotReady> =>
  Layer.provideMerge(layerOnClient(options), layerClient(options))

/** Every port over another pool of connections, as another process has it. */
export const anotherPool = (
  url: Redacted.Redacted,
  options: Options = {}
): Effect.Effect<Context.Context<Storage>, StorageError | DatabaseNotReady, Scope.Scope> =>
  Layer.build(Layer.fresh(layer({ ...options, url })))

const instant = DateTime.makeUnsafe("2026-03-01T12:00:00.000Z")

export const newWorkspace = Effect.map(nextId, (id) => WorkspaceUuid.make(id))

export const newContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, fields: ContactFields) {
  return makeContact({ uuid: ContactUuid.make(yield* nextId), workspace, fields, customFields: {}, now: instant })
})

export const newBroadcast = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  changes: Partial<Broadcast> = {}
) {
  const broadcast: Broadcast = {
    uuid: BroadcastUuid.make(yield* nextId),
    workspaceUuid,
    createdBy: ActorUuid.make(yield* nextId),
    channelType: "chatapp",
    name: "Spring",
    templateName: "appointment_reminder",
    locale: "en",
    from: "4930123456",
    category: "marketing",
    version: 1,
    status: "sending",
    statusReason: null,
    scheduledAt: instant,
    validUntil: null,
    createdAt: instant,
    audience: null,
    retryOf: null,
    heldOptOuts: null,
    isComplete: true,
    recipientsRemovedAt: null,
    ...changes
  }
  return broadcast
})

export const refOf = (broadcast: Broadcast) => ({ workspace: broadcast.workspaceUuid, broadcast: broadcast.uuid })

export const newRecipients = (count: number) =>
  Effect.forEach(Array.from({ length: count }), (_, index) =>
    Effect.map(nextId, (id): StoredRecipient => ({
      uuid: RecipientUuid.make(id),
      position: index + 1,
      identifier: String(491510000000 + index),
      address: String(491510000000 + index),
      clientReference: `reference ${index}`,
      outcome: { _tag: "Accepted", parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null } }
    }))
  )

/** Stages and publishes a broadcast, and sets its status. */
export const accept = Effect.fnUntraced(function* (
  pool: Context.Context<Storage>,
  broadcast: Broadcast,
  recipients: ReadonlyArray<StoredRecipient>
) {
  const store = Context.get(pool, BroadcastStore)
  const ref = refOf(broadcast)
  yield* store.stage(broadcast, recipients, Duration.minutes(5))
  yield* Context.get(pool, Transaction).run(store.publish(ref, null))
  if (broadcast.status !== "scheduled") {
    yield* store.update(ref, { status: broadcast.status, nextCheckAfter: Duration.zero })
  }
  return ref
})
