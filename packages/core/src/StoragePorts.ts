import type { PersistedQueue } from "effect/persistence"
import type { AccessTokenStore } from "./access/AccessTokenStore.ts"
import type { BroadcastStore } from "./broadcasts/BroadcastStore.ts"
import type { AudienceStore } from "./broadcasts/audience/AudienceStore.ts"
import type { RetryStore } from "./broadcasts/retry/RetryStore.ts"
import type { DeliveryStore } from "./delivery/DeliveryStore.ts"
import type { TemplateStore } from "./templates/TemplateStore.ts"
import type { EventStore } from "./events/EventStore.ts"
import type { ContactStore } from "./contacts/ContactStore.ts"
import type { CustomFieldStore } from "./custom-fields/CustomFieldStore.ts"
import type { ContactImportStore } from "./imports/ContactImportStore.ts"
import type { DueWork } from "./background/DueWork.ts"
import type { StoreMonitor } from "./observability/StoreMonitor.ts"
import type { ExistingWorkspaces } from "./shared/ExistingWorkspaces.ts"
import type { Transaction } from "./shared/Transaction.ts"
import type { ContactListStore } from "./lists/ContactListStore.ts"
import type { ContactJobStore } from "./contact-jobs/ContactJobStore.ts"
import type { SegmentStore } from "./segments/SegmentStore.ts"
import type { HistoryStore } from "./history/HistoryStore.ts"
import type { NoteStore } from "./notes/NoteStore.ts"
import type { WebhookStore } from "./webhooks/WebhookStore.ts"
import type { InboxStore } from "./inbox/InboxStore.ts"
import type { ReceivedMessageStore } from "./messages/ReceivedMessageStore.ts"
import type { ErasureStore } from "./erasure/ErasureStore.ts"
import type { WorkspaceStore } from "./workspaces/WorkspaceStore.ts"
import type { MergeStore } from "./merges/MergeStore.ts"
import type { OptOutStore } from "./opt-outs/OptOutStore.ts"

/**
 * Every port that an adapter provides: its layer stops compiling when one is added.
 *
 * `PersistedQueueStore` is Effect's own port, with one promise more: an `offer` inside a `Transaction` is a part of it.
 * No worker takes the job before the commit, and there is none after a rollback.
 */
export type Storage =
  | Transaction
  | DueWork
  | StoreMonitor
  | ContactStore
  | CustomFieldStore
  | ContactListStore
  | ContactJobStore
  | SegmentStore
  | NoteStore
  | HistoryStore
  | OptOutStore
  | MergeStore
  | ErasureStore
  | ContactImportStore
  | BroadcastStore
  | AudienceStore
  | RetryStore
  | DeliveryStore
  | TemplateStore
  | WorkspaceStore
  | ExistingWorkspaces
  | AccessTokenStore
  | EventStore
  | WebhookStore
  | ReceivedMessageStore
  | InboxStore
  | PersistedQueue.PersistedQueueStore
