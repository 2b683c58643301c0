import type { StorageError } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import { Database, type DatabaseNotReady, type HostTransaction, layerStorage } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { contacts } from "./migrations/0001_contacts.ts"
import { broadcasts } from "./migrations/0002_broadcasts.ts"
import { access } from "./migrations/0003_access.ts"
import { lists } from "./migrations/0004_lists.ts"
import { notes } from "./migrations/0005_notes.ts"
import { customFields } from "./migrations/0006_custom_fields.ts"
import { identifiers } from "./migrations/0007_identifiers.ts"
import { imports } from "./migrations/0008_imports.ts"
import { templates } from "./migrations/0009_templates.ts"
import { sendGrants } from "./migrations/0010_send_grants.ts"
import { staged } from "./migrations/0011_staged.ts"
import { reasons } from "./migrations/0012_reasons.ts"
import { events } from "./migrations/0013_events.ts"
import { bootstrap } from "./migrations/0014_bootstrap.ts"
import { queue } from "./migrations/0015_queue.ts"
import { broadcastListing } from "./migrations/0016_broadcast_listing.ts"
import { keptReceipts } from "./migrations/0017_kept_receipts.ts"
import { counts } from "./migrations/0018_counts.ts"
import { recipientCounts } from "./migrations/0019_recipient_counts.ts"
import { receiptReasons } from "./migrations/0020_receipt_reasons.ts"
import { webhooks } from "./migrations/0021_webhooks.ts"
import { optOuts } from "./migrations/0022_opt_outs.ts"
import { inbox } from "./migrations/0023_inbox.ts"
import { notices } from "./migrations/0024_notices.ts"
import { webhookClaims } from "./migrations/0025_webhook_claims.ts"
import { inboxAges } from "./migrations/0026_inbox_ages.ts"
import { valueCounts } from "./migrations/0027_value_counts.ts"
import { changedValues } from "./migrations/0028_changed_values.ts"
import { persons } from "./migrations/0029_persons.ts"
import { erasures } from "./migrations/0030_erasures.ts"
import { receiptOwners } from "./migrations/0033_receipt_owners.ts"
import { forgottenTrigrams } from "./migrations/0036_forgotten_trigrams.ts"
import { emailKeys } from "./migrations/0037_email_keys.ts"
import { ages } from "./migrations/0040_ages.ts"
import { numberKeys } from "./migrations/0041_number_keys.ts"
import { writers } from "./migrations/0042_writers.ts"
import { trigramMerges } from "./migrations/0043_trigram_merges.ts"
import type { TableOptions } from "./SqliteClient.ts"
import { layerDialect } from "./SqliteDialect.ts"
import { check, checkSettings, run } from "./SqliteMigrations.ts"

/** Every migration, in its order. A new one is added at the end; none is ever changed. */
export const migrations = {
  "0001_contacts": contacts,
  "0002_broadcasts": broadcasts,
  "0003_access": access,
  "0004_lists": lists,
  "0005_notes": notes,
  "0006_custom_fields": customFields,
  "0007_identifiers": identifiers,
  "0008_imports": imports,
  "0009_templates": templates,
  "0010_send_grants": sendGrants,
  "0011_staged": staged,
  "0012_reasons": reasons,
  "0013_events": events,
  "0014_bootstrap": bootstrap,
  "0015_queue": queue,
  "0016_broadcast_listing": broadcastListing,
  "0017_kept_receipts": keptReceipts,
  "0018_counts": counts,
  "0019_recipient_counts": recipientCounts,
  "0020_receipt_reasons": receiptReasons,
  "0021_webhooks": webhooks,
  "0022_opt_outs": optOuts,
  "0023_inbox": inbox,
  "0024_notices": notices,
  "0025_webhook_claims": webhookClaims,
  "0026_inbox_ages": inboxAges,
  "0027_value_counts": valueCounts,
  "0028_changed_values": changedValues,
  "0029_persons": persons,
  "0030_erasures": erasures,
  "0033_receipt_owners": receiptOwners,
  "0036_forgotten_trigrams": forgottenTrigrams,
  "0037_email_keys": emailKeys,
  "0040_ages": ages,
  "0041_number_keys": numberKeys,
  "0042_writers": writers,
  "0043_trigram_merges": trigramMerges
}

/**
 * Every port over the connections of a client, in the transactions of that client. Runs missing migrations first, or
 * checks that none is missing. The client has FTS5, checks foreign keys, and runs no statement of another fiber inside
 * a transaction. If others write to the file too, its transactions begin with `BEGIN IMMEDIATE`.
 */
export const layerOnClient = ({ migrate = "run" }: TableOptions = {}): Layer.Layer<
  Storage | HostTransaction,
  StorageError | DatabaseNotReady,
  SqlClient.SqlClient
> =>
  layerStorage.pipe(
    Layer.provide(
      Layer.effectDiscard(Effect.andThen(checkSettings, migrate === "run" ? run(migrations) : check(migrations)))
    ),
    Layer.provide(Database.layer),
    Layer.provide(layerDialect)
  )
