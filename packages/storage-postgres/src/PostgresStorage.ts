import type { StorageError } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import { Database, type DatabaseNotReady, type HostTransaction, layerStorage } from "@rollcall/storage-sql"
import { Layer } from "effect"
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
import { queue } from "./migrations/0014_queue.ts"
import { bootstrap } from "./migrations/0015_bootstrap.ts"
import { broadcastListing } from "./migrations/0016_broadcast_listing.ts"
import { keptReceipts } from "./migrations/0017_kept_receipts.ts"
import { counts } from "./migrations/0018_counts.ts"
import { pendingLists } from "./migrations/0019_pending_lists.ts"
import { recipientCounts } from "./migrations/0020_recipient_counts.ts"
import { receiptReasons } from "./migrations/0021_receipt_reasons.ts"
import { webhooks } from "./migrations/0022_webhooks.ts"
import { optOuts } from "./migrations/0023_opt_outs.ts"
import { inbox } from "./migrations/0024_inbox.ts"
import { notices } from "./migrations/0025_notices.ts"
import { webhookClaims } from "./migrations/0026_webhook_claims.ts"
import { inboxAges } from "./migrations/0027_inbox_ages.ts"
import { valueCounts } from "./migrations/0028_value_counts.ts"
import { fieldsAre } from "./migrations/0029_fields_are.ts"
import { persons } from "./migrations/0030_persons.ts"
import { erasures } from "./migrations/0031_erasures.ts"
import { receiptOwners } from "./migrations/0034_receipt_owners.ts"
import { emailKeys } from "./migrations/0038_email_keys.ts"
import { ages } from "./migrations/0040_ages.ts"
import { emptyLists } from "./migrations/0041_empty_lists.ts"
import { onePosition } from "./migrations/0042_one_position.ts"
import { numberKeys } from "./migrations/0043_number_keys.ts"
import { writers } from "./migrations/0044_writers.ts"
import { layerEventPositions } from "./EventPositions.ts"
import type { TableOptions } from "./PostgresClient.ts"
import { defaultSchema, layerDialect } from "./PostgresDialect.ts"
import { check, run } from "./schema/PostgresMigrations.ts"

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
  "0014_queue": queue,
  "0015_bootstrap": bootstrap,
  "0016_broadcast_listing": broadcastListing,
  "0017_kept_receipts": keptReceipts,
  "0018_counts": counts,
  "0019_pending_lists": pendingLists,
  "0020_recipient_counts": recipientCounts,
  "0021_receipt_reasons": receiptReasons,
  "0022_webhooks": webhooks,
  "0023_opt_outs": optOuts,
  "0024_inbox": inbox,
  "0025_notices": notices,
  "0026_webhook_claims": webhookClaims,
  "0027_inbox_ages": inboxAges,
  "0028_value_counts": valueCounts,
  "0029_fields_are": fieldsAre,
  "0030_persons": persons,
  "0031_erasures": erasures,
  "0034_receipt_owners": receiptOwners,
  "0038_email_keys": emailKeys,
  "0040_ages": ages,
  "0041_empty_lists": emptyLists,
  "0042_one_position": onePosition,
  "0043_number_keys": numberKeys,
  "0044_writers": writers
}

/**
 * Every port over the connections of a client, in the transactions of that client. Runs missing migrations first, or
 * checks that none is missing. No statement depends on the search path or the time zone of a session.
 */
export const layerOnClient = ({ migrate = "run", schema = defaultSchema, ...options }: TableOptions = {}): Layer.Layer<
  Storage | HostTransaction,
  StorageError | DatabaseNotReady,
  SqlClient.SqlClient
> =>
  layerStorage.pipe(
    Layer.provide(layerEventPositions),
    Layer.provide(Layer.effectDiscard(migrate === "run" ? run(migrations, schema) : check(migrations, schema))),
    Layer.provide(Database.layer),
    Layer.provide(layerDialect({ ...options, schema }))
  )
