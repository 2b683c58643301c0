import { Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { AccessTokens } from "./operations/access/AccessTokens.ts"
import { Actors } from "./operations/access/Actors.ts"
import { Broadcasts } from "./sending/broadcasts/Broadcasts.ts"
import { ExpectedRate } from "./sending/broadcasts/resolution/AudienceSettings.ts"
import { layerResolutionWorker } from "./sending/broadcasts/resolution/ResolutionWorker.ts"
import { layerErasureWorker } from "./person/erasure/ErasureWorker.ts"
import { ContactErasure } from "./person/erasure/ContactErasure.ts"
import { layerAddressedRecipients } from "./sending/delivery/AddressedRecipients.ts"
import { Deliveries } from "./sending/delivery/Deliveries.ts"
import { HeldOptOuts } from "./sending/delivery/HeldOptOuts.ts"
import { layerDispatcher } from "./sending/dispatch/Dispatcher.ts"
import { layerWaitingRecipients } from "./sending/dispatch/JudgeAgain.ts"
import { layerKeyRetention, layerReceiptRetention, layerRecipientRetention } from "./sending/dispatch/Retention.ts"
import { TestSends } from "./sending/dispatch/TestSends.ts"
import { DispatchSettings } from "./sending/dispatch/DispatchSettings.ts"
import { ImportUndos } from "./person/import-undo/ImportUndos.ts"
import { ContactMerges } from "./people/merges/ContactMerges.ts"
import { OptOuts } from "./people/opt-outs/OptOuts.ts"
import { Receipts } from "./sending/delivery/Receipts.ts"
import { Channels } from "./sending/channels/Channels.ts"
import { Templates } from "./sending/templates/Templates.ts"
import { layerEventRetention } from "./events/events/EventRetention.ts"
import { Events } from "./events/events/Events.ts"
import { Contacts } from "./people/contacts/Contacts.ts"
import { ContactValues } from "./people/contacts/ContactValues.ts"
import { CustomFields } from "./people/custom-fields/CustomFields.ts"
import { ContactImports } from "./people/imports/ContactImports.ts"
import { layerImportRetention, layerImportWorker } from "./people/imports/ImportWorker.ts"
import { ContactLists } from "./people/lists/ContactLists.ts"
import { OptOutJobs } from "./people/contact-jobs/OptOutJobs.ts"
import { ListJobs } from "./people/contact-jobs/ListJobs.ts"
import { layerContactJobWorker } from "./people/contact-jobs/ContactJobWorker.ts"
import { layerContactSets } from "./people/segments/SegmentSets.ts"
import { Segments } from "./people/segments/Segments.ts"
import { MetricsReport } from "./operations/observability/MetricsReport.ts"
import { Readiness } from "./operations/observability/Readiness.ts"
import { layerCountingLoggers } from "./operations/background/CountingLoggers.ts"
import { Notes } from "./people/notes/Notes.ts"
import { Inbox } from "./sending/inbox/Inbox.ts"
import { layerInboxWorker } from "./sending/inbox/InboxWorker.ts"
import { Timeline } from "./person/timeline/Timeline.ts"
import { ReceivedMessages } from "./sending/messages/ReceivedMessages.ts"
import { Settings } from "./people/workspaces/Settings.ts"
import { Workspaces } from "./people/workspaces/Workspaces.ts"
import { Webhooks } from "./events/webhooks/Webhooks.ts"
import { layerWebhookWorker } from "./events/webhooks/WebhookWorker.ts"

/** Estimates use the dispatchers' send rate. */
const layerExpectedRate = Layer.effect(
  ExpectedRate,
  Effect.map(DispatchSettings, ({ rate }) => rate.perSecond)
)

const layerOptOuts = Layer.provideMerge(HeldOptOuts.layer, Layer.provide(OptOuts.layer, layerAddressedRecipients))

/**
 * Every Rollcall service. Requires a `Storage` and either a `MessageChannel` with its `TemplateCatalog` or several channels
 * from `Channels.layerOf`. Starts no background work.
 */
export const layer = Layer.mergeAll(
  Layer.provideMerge(
    Layer.mergeAll(Segments.layer, ListJobs.layer, OptOutJobs.layer),
    Layer.provide(Contacts.layer, layerContactSets)
  ),
  ContactErasure.layer,
  ImportUndos.layer,
  ContactValues.layer,
  CustomFields.layer,
  ContactImports.layer,
  ContactLists.layer,
  Notes.layer,
  Layer.provide(Broadcasts.layer, [layerContactSets, layerExpectedRate, layerWaitingRecipients]),
  Deliveries.layer,
  TestSends.layer,
  Layer.provideMerge(Receipts.layer, layerOptOuts),
  Layer.provide(Timeline.layer, layerOptOuts),
  Layer.provide(ContactMerges.layer, layerAddressedRecipients),
  Templates.layer,
  Workspaces.layer,
  Layer.provide(Settings.layer, layerWaitingRecipients),
  AccessTokens.layer,
  Actors.layer,
  Events.layer,
  Webhooks.layer,
  ReceivedMessages.layer,
  Inbox.layer,
  Layer.provideMerge(MetricsReport.layer, Readiness.layer)
).pipe(Layer.provideMerge(Channels.layer))

/**
 * The background workers. They send accepted broadcasts, run imports, jobs and erasures, process channel reports, and
 * remove data that is older than its retention period. Leave this layer out of a process that only accepts requests.
 */
export const layerWorkers = Layer.mergeAll(
  layerDispatcher,
  layerReceiptRetention,
  layerKeyRetention,
  layerRecipientRetention,
  layerImportWorker,
  layerImportRetention,
  layerEventRetention,
  Layer.provide(layerInboxWorker, Layer.provide(Contacts.layer, layerContactSets)),
  layerErasureWorker,
  Layer.provide(Layer.merge(layerContactJobWorker, layerResolutionWorker), layerContactSets)
).pipe(
  Layer.provide(Channels.layer),
  Layer.provide(Receipts.layer),
  Layer.provide(layerOptOuts),
  Layer.provide(PersistedQueue.layer),
  Layer.provide(layerCountingLoggers)
)

/**
 * The background workers that send events to webhooks through a `WebhookSender`. Leave this layer out if you use no
 * webhooks.
 */
export const layerWebhooks = Layer.provide(layerWebhookWorker, layerCountingLoggers)

/**
 * The dispatch settings for tests with virtual time: the defaults, with a rate limit high enough not to delay sends. At the
 * default rate, a test's workers would wake for every quarter of a virtual second.
 */
export const testSettings: DispatchSettings = {
  ...DispatchSettings.defaultValue(),
  rate: { perSecond: 10_000, burst: 10_000 }
}
