import { DueWork } from "@rollcall/core/storage"
import { Layer } from "effect"
import * as SqlWorkspaceStore from "./workspaces/SqlWorkspaceStore.ts"
import * as SqlAccessTokenStore from "./access/SqlAccessTokenStore.ts"
import * as SqlAudienceStore from "./broadcasts/SqlAudienceStore.ts"
import * as SqlBroadcastStore from "./broadcasts/SqlBroadcastStore.ts"
import * as SqlRetryStore from "./broadcasts/SqlRetryStore.ts"
import * as SqlContactStore from "./contacts/SqlContactStore.ts"
import * as SqlCustomFieldStore from "./custom-fields/SqlCustomFieldStore.ts"
import * as SqlErasureStore from "./erasure/SqlErasureStore.ts"
import * as SqlEventStore from "./events/SqlEventStore.ts"
import * as SqlContactImportStore from "./imports/SqlContactImportStore.ts"
import { HostTransaction } from "./database/HostTransaction.ts"
import * as SqlQueueStore from "./shared/SqlQueueStore.ts"
import * as SqlTransaction from "./database/SqlTransaction.ts"
import * as SqlDeliveryStore from "./delivery/SqlDeliveryStore.ts"
import * as SqlContactListStore from "./lists/SqlContactListStore.ts"
import * as SqlContactJobStore from "./contact-jobs/SqlContactJobStore.ts"
import * as SqlSegmentStore from "./segments/SqlSegmentStore.ts"
import * as SqlStoreMonitor from "./observability/SqlStoreMonitor.ts"
import * as SqlMergeStore from "./merges/SqlMergeStore.ts"
import * as SqlHistoryStore from "./history/SqlHistoryStore.ts"
import * as SqlNoteStore from "./notes/SqlNoteStore.ts"
import * as SqlOptOutStore from "./opt-outs/SqlOptOutStore.ts"
import * as SqlTemplateStore from "./templates/SqlTemplateStore.ts"
import * as SqlInboxStore from "./inbox/SqlInboxStore.ts"
import * as SqlReceivedMessageStore from "./messages/SqlReceivedMessageStore.ts"
import * as SqlWebhookStore from "./webhooks/SqlWebhookStore.ts"

/**
 * Every port of `Storage`, and {@link HostTransaction}, over one `Database`. The migrations in {@link KnownMigrations} must
 * run first.
 */
export const layerStorage = Layer.mergeAll(
  SqlTransaction.layer,
  DueWork.layerPolling,
  SqlStoreMonitor.layer,
  SqlContactStore.layer,
  SqlCustomFieldStore.layer,
  SqlContactListStore.layer,
  SqlContactJobStore.layer,
  SqlSegmentStore.layer,
  SqlNoteStore.layer,
  SqlHistoryStore.layer,
  SqlOptOutStore.layer,
  SqlMergeStore.layer,
  SqlErasureStore.layer,
  SqlReceivedMessageStore.layer,
  SqlInboxStore.layer,
  SqlContactImportStore.layer,
  SqlBroadcastStore.layer,
  SqlAudienceStore.layer,
  SqlRetryStore.layer,
  SqlDeliveryStore.layer,
  SqlTemplateStore.layer,
  SqlWorkspaceStore.layer,
  SqlAccessTokenStore.layer,
  SqlEventStore.layer,
  SqlWebhookStore.layer,
  SqlQueueStore.layer,
  HostTransaction.layer
)
