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
import { layerBatchedSearch } from "./reading/BatchedSearch.ts"
import type { PostgresOptions, TableOptions } from "./PostgresClient.ts"
import { defaultSchema, layerDialect } from "./PostgresDialect.ts"
import { opening } from "./PostgresErrors.ts"
import { check, checkObjects, run } from "./schema/PostgresMigrations.ts"

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
 * fails if a migration is missing. Statements do not depend on the session's search path or time zone. Timeouts are the
 * client's: without a `lock_timeout` or `statement_timeout`, a call outside the caller's open transaction can wait for
 * that transaction forever.
 */
export const layerOnClient = (
  options: TableOptions = {}
): Layer.Layer<Storage | HostTransaction, StorageError | DatabaseNotReady, SqlClient.SqlClient> =>
  opening(layerTables(options))

/** Like {@link layerOnClient}, and also accepts a client with pooled sessions. */
export const layerTables = ({
  migrate = "run",
  schema = defaultSchema,
  ...options
}: TableOptions & Pick<PostgresOptions, "pooled">) =>
  layerStorage.pipe(
    Layer.provide(Layer.succeed(KnownMigrations, migrations)),
    Layer.provide(layerBatchedSearch),
    Layer.provide(
      Layer.effectDiscard(
        Effect.andThen(
          migrate === "run" ? run(migrations, schema) : check(migrations, schema),
          checkObjects(migrations, schema)
        )
      )
    ),
    Layer.provide(Database.layer),
    Layer.provide(layerDialect({ ...options, schema }))
  )
