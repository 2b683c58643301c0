import type { StorageError, Storage } from "@rollcall/core"
import {
  Database,
  type DatabaseNotReady,
  type HostTransaction,
  KnownMigrations,
  layerStorage
} from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { access } from "./migrations/0001_access.ts"
import { contacts } from "./migrations/0002_contacts.ts"
import { customFields } from "./migrations/0003_custom_fields.ts"
import { lists } from "./migrations/0004_lists.ts"
import { imports } from "./migrations/0005_imports.ts"
import { templates } from "./migrations/0006_templates.ts"
import { broadcasts } from "./migrations/0007_broadcasts.ts"
import { delivery } from "./migrations/0008_delivery.ts"
import { inbox } from "./migrations/0009_inbox.ts"
import { events } from "./migrations/0010_events.ts"
import type { TableOptions } from "./SqliteClient.ts"
import { layerDialect } from "./SqliteDialect.ts"
import { check, checkSettings, run } from "./SqliteMigrations.ts"
import { checkObjects } from "./upkeep/Schema.ts"

/** Every migration in order. Append new ones; never change a released one. */
export const migrations = {
  "0001_access": access,
  "0002_contacts": contacts,
  "0003_custom_fields": customFields,
  "0004_lists": lists,
  "0005_imports": imports,
  "0006_templates": templates,
  "0007_broadcasts": broadcasts,
  "0008_delivery": delivery,
  "0009_inbox": inbox,
  "0010_events": events
}

/**
 * Provides every port over a client's connections, in the client's transactions. Runs missing migrations first, or
 * fails if a migration is missing. The client must have FTS5, enforce foreign keys, and run no statement of another
 * fiber inside a transaction. If other programs write to the file too, the client must begin transactions with `BEGIN
 * IMMEDIATE`.
 */
export const layerOnClient = ({ migrate = "run" }: TableOptions = {}): Layer.Layer<
  Storage | HostTransaction,
  StorageError | DatabaseNotReady,
  SqlClient.SqlClient
> =>
  layerStorage.pipe(
    Layer.provide(Layer.succeed(KnownMigrations, migrations)),
    Layer.provide(
      Layer.effectDiscard(
        Effect.all([checkSettings, migrate === "run" ? run(migrations) : check(migrations), checkObjects(migrations)])
      )
    ),
    Layer.provide(Database.layer),
    Layer.provide(layerDialect)
  )
