import type { PersistedQueue } from "effect/persistence"
import type { AccessTokenStore } from "./operations/access/AccessTokenStore.ts"
import type { BroadcastStore } from "./sending/broadcasts/BroadcastStore.ts"
import type { AudienceStore } from "./sending/broadcasts/audience/AudienceStore.ts"
import type { RetryStore } from "./sending/broadcasts/retry/RetryStore.ts"
import type { DeliveryStore } from "./sending/delivery/DeliveryStore.ts"
import type { TemplateStore } from "./sending/templates/TemplateStore.ts"
import type { EventStore } from "./events/events/EventStore.ts"
import type { ContactStore } from "./people/contacts/ContactStore.ts"
import type { CustomFieldStore } from "./people/custom-fields/CustomFieldStore.ts"
import type { ContactImportStore } from "./people/imports/ContactImportStore.ts"
import type { DueWork } from "./operations/background/DueWork.ts"
import type { StoreMonitor } from "./operations/observability/StoreMonitor.ts"
import type { ExistingWorkspaces } from "./shared/ExistingWorkspaces.ts"
import type { Transaction } from "./shared/Transaction.ts"
import type { ContactListStore } from "./people/lists/ContactListStore.ts"
import type { ContactJobStore } from "./people/contact-jobs/ContactJobStore.ts"
import type { SegmentStore } from "./people/segments/SegmentStore.ts"
import type { HistoryStore } from "./people/history/HistoryStore.ts"
import type { NoteStore } from "./people/notes/NoteStore.ts"
import type { WebhookStore } from "./events/webhooks/WebhookStore.ts"
import type { InboxStore } from "./sending/inbox/InboxStore.ts"
import type { ReceivedMessageStore } from "./sending/messages/ReceivedMessageStore.ts"
import type { ErasureStore } from "./person/erasure/ErasureStore.ts"
import type { WorkspaceStore } from "./people/workspaces/WorkspaceStore.ts"
import type { MergeStore } from "./people/merges/MergeStore.ts"
import type { OptOutStore } from "./people/opt-outs/OptOutStore.ts"

/**
 * Every port that a storage adapter provides. Adding a port here breaks the build of every adapter that lacks it.
 *
 * `PersistedQueueStore` is Effect's own port, with one more guarantee: an `offer` inside a `Transaction` belongs to that
 * transaction. Workers take the job only after the commit, and a rollback discards the job.
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
