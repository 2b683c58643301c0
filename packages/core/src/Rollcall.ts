import { Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { AccessTokens } from "./access/AccessTokens.ts"
import { Actors } from "./access/Actors.ts"
import { Broadcasts } from "./broadcasts/Broadcasts.ts"
import { ExpectedRate } from "./broadcasts/resolution/AudienceSettings.ts"
import { layerResolutionWorker } from "./broadcasts/resolution/ResolutionWorker.ts"
import { layerErasureWorker } from "./erasure/ErasureWorker.ts"
import { ContactErasure } from "./erasure/ContactErasure.ts"
import { layerAddressedRecipients } from "./delivery/AddressedRecipients.ts"
import { Deliveries } from "./delivery/Deliveries.ts"
import { HeldOptOuts } from "./delivery/HeldOptOuts.ts"
import { layerDispatcher } from "./dispatch/Dispatcher.ts"
import { layerWaitingRecipients } from "./dispatch/JudgeAgain.ts"
import { layerKeyRetention, layerReceiptRetention, layerRecipientRetention } from "./dispatch/Retention.ts"
import { TestSends } from "./dispatch/TestSends.ts"
import { DispatchSettings } from "./dispatch/DispatchSettings.ts"
import { ContactMerges } from "./merges/ContactMerges.ts"
import { OptOuts } from "./opt-outs/OptOuts.ts"
import { Receipts } from "./delivery/Receipts.ts"
import { Channels } from "./channels/Channels.ts"
import { Templates } from "./templates/Templates.ts"
import { layerEventRetention } from "./events/EventRetention.ts"
import { Events } from "./events/Events.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { ContactValues } from "./contacts/ContactValues.ts"
import { CustomFields } from "./custom-fields/CustomFields.ts"
import { ContactImports } from "./imports/ContactImports.ts"
import { layerImportRetention, layerImportWorker } from "./imports/ImportWorker.ts"
import { ContactLists } from "./lists/ContactLists.ts"
import { OptOutJobs } from "./contact-jobs/OptOutJobs.ts"
import { ListJobs } from "./contact-jobs/ListJobs.ts"
import { layerContactJobWorker } from "./contact-jobs/ContactJobWorker.ts"
import { layerContactSets } from "./segments/SegmentSets.ts"
import { Segments } from "./segments/Segments.ts"
import { MetricsReport } from "./observability/MetricsReport.ts"
import { Readiness } from "./observability/Readiness.ts"
import { layerCountingLoggers } from "./background/CountingLoggers.ts"
import { Notes } from "./notes/Notes.ts"
import { Inbox } from "./inbox/Inbox.ts"
import { layerInboxWorker } from "./inbox/InboxWorker.ts"
import { Timeline } from "./timeline/Timeline.ts"
import { ReceivedMessages } from "./messages/ReceivedMessages.ts"
import { Settings } from "./workspaces/Settings.ts"
import { Workspaces } from "./workspaces/Workspaces.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"
import { layerWebhookWorker } from "./webhooks/WebhookWorker.ts"

/** Estimates are made by the rate that dispatchers send at. */
const layerExpectedRate = Layer.effect(
  ExpectedRate,
  Effect.map(DispatchSettings, ({ rate }) => rate.perSecond)
)

const layerOptOuts = Layer.provideMerge(HeldOptOuts.layer, Layer.provide(OptOuts.layer, layerAddressedRecipients))

/**
 * Every service of Rollcall, over a `Storage`, a `MessageChannel` and a `TemplateCatalog`, or several of these two by
 * `Channels.layerOf`. It starts no work.
 */
export const layer = Layer.mergeAll(
  Layer.provideMerge(
    Layer.mergeAll(Segments.layer, ListJobs.layer, OptOutJobs.layer),
    Layer.provide(Contacts.layer, layerContactSets)
  ),
  ContactErasure.layer,
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
 * The background work: it sends and imports what was accepted, and removes what is too old. Leave it out in a process
 * that only accepts.
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

/** The background work that sends events to webhooks, through a `WebhookSender`. Leave it out where no webhook is used. */
export const layerWebhooks = Layer.provide(layerWebhookWorker, layerCountingLoggers)

/**
 * The dispatch settings for a test with virtual time: the defaults without a rate that would pace the sends. At the
 * default rate the workers of a test wake for every quarter of a virtual second.
 */
export const testSettings: DispatchSettings = {
  ...DispatchSettings.defaultValue(),
  rate: { perSecond: 10_000, burst: 10_000 }
}
