import type { Storage } from "@rollcall/core"
import { Transaction } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import * as MemoryWorkspaceStore from "./workspaces/MemoryWorkspaceStore.ts"
import * as MemoryAccessTokenStore from "./access/MemoryAccessTokenStore.ts"
import * as MemoryAudienceStore from "./broadcasts/MemoryAudienceStore.ts"
import * as MemoryBroadcastStore from "./broadcasts/MemoryBroadcastStore.ts"
import * as MemoryRetryStore from "./broadcasts/MemoryRetryStore.ts"
import * as MemoryContactStore from "./contacts/MemoryContactStore.ts"
import * as MemoryCustomFieldStore from "./custom-fields/MemoryCustomFieldStore.ts"
import { Database, storeLayer } from "./database/Database.ts"
import * as MemoryDueWork from "./database/MemoryDueWork.ts"
import * as MemoryDeliveryStore from "./delivery/MemoryDeliveryStore.ts"
import * as MemoryQueueStore from "./database/MemoryQueueStore.ts"
import * as MemoryEventStore from "./events/MemoryEventStore.ts"
import * as MemoryErasureStore from "./erasure/MemoryErasureStore.ts"
import * as MemoryContactImportStore from "./imports/MemoryContactImportStore.ts"
import * as MemoryContactListStore from "./lists/MemoryContactListStore.ts"
import * as MemoryContactJobStore from "./contact-jobs/MemoryContactJobStore.ts"
import * as MemorySegmentStore from "./segments/MemorySegmentStore.ts"
import * as MemoryStoreMonitor from "./observability/MemoryStoreMonitor.ts"
import * as MemoryMergeStore from "./merges/MemoryMergeStore.ts"
import * as MemoryHistoryStore from "./history/MemoryHistoryStore.ts"
import * as MemoryNoteStore from "./notes/MemoryNoteStore.ts"
import * as MemoryOptOutStore from "./opt-outs/MemoryOptOutStore.ts"
import * as MemoryTemplateStore from "./templates/MemoryTemplateStore.ts"
import * as MemoryInboxStore from "./inbox/MemoryInboxStore.ts"
import * as MemoryReceivedMessageStore from "./messages/MemoryReceivedMessageStore.ts"
import * as MemoryWebhookStore from "./webhooks/MemoryWebhookStore.ts"

/** One transaction runs at a time, so no lock is needed. */
const layerTransaction = storeLayer(Transaction, ({ isOpen, transaction }) => ({
  run: transaction,
  isOpen,
  lock: () => Effect.void,
  tryLock: () => Effect.succeed(true)
}))

/**
 * Every port, over maps in memory. Each build of the layer starts empty, and nothing outlives the process. Time comes from
 * Effect's clock.
 *
 * One transaction runs at a time. Other writers wait for it to end. Readers don't wait, and see only committed data. Fibers
 * forked inside a transaction belong to it; a fiber that outlives the transaction dies at its next use of a store.
 */
export const layer: Layer.Layer<Storage> = Layer.mergeAll(
  layerTransaction,
  MemoryDueWork.layer,
  MemoryStoreMonitor.layer,
  MemoryQueueStore.layer,
  MemoryWorkspaceStore.layer,
  MemoryAccessTokenStore.layer,
  MemoryContactStore.layer,
  MemoryCustomFieldStore.layer,
  MemoryContactListStore.layer,
  MemoryContactJobStore.layer,
  MemorySegmentStore.layer,
  MemoryNoteStore.layer,
  MemoryHistoryStore.layer,
  MemoryOptOutStore.layer,
  MemoryMergeStore.layer,
  MemoryErasureStore.layer,
  MemoryReceivedMessageStore.layer,
  MemoryInboxStore.layer,
  MemoryContactImportStore.layer,
  MemoryBroadcastStore.layer,
  MemoryAudienceStore.layer,
  MemoryRetryStore.layer,
  MemoryDeliveryStore.layer,
  MemoryTemplateStore.layer,
  MemoryEventStore.layer,
  MemoryWebhookStore.layer
).pipe(Layer.provide(Database.layer))
