import type { Storage } from "@rollcall/core"
import { Layer } from "effect"
import { unknownWorkspaceChecks } from "./workspaces/UnknownWorkspaces.ts"
import { workspaceChecks } from "./workspaces/WorkspaceChecks.ts"
import { audienceLaws } from "./audiences/AudienceLaws.ts"
import { previewLaws } from "./audiences/PreviewLaws.ts"
import { accessTokenChecks } from "./access/AccessTokenChecks.ts"
import { actorChecks } from "./access/ActorChecks.ts"
import { retryChecks } from "./broadcasts/RetryChecks.ts"
import { broadcastListingChecks } from "./broadcasts/BroadcastListingChecks.ts"
import { recipientAgeChecks } from "./broadcasts/RecipientAgeChecks.ts"
import { dueChecks } from "./broadcasts/DueChecks.ts"
import { turnChecks } from "./broadcasts/TurnChecks.ts"
import { idempotencyChecks } from "./broadcasts/IdempotencyChecks.ts"
import { audienceChecks } from "./broadcasts/AudienceChecks.ts"
import { resolutionChecks } from "./broadcasts/ResolutionChecks.ts"
import { stageChecks } from "./broadcasts/StageChecks.ts"
import { inboxChecks } from "./inbox/InboxChecks.ts"
import { optOutHistoryChecks } from "./opt-outs/OptOutHistories.ts"
import { optOutJobChecks } from "./contact-jobs/OptOutJobChecks.ts"
import { importedOptOutChecks } from "./opt-outs/ImportedOptOuts.ts"
import { optOutChecks } from "./opt-outs/OptOutChecks.ts"
import { dueWorkChecks } from "./dispatch/DueWorkChecks.ts"
import { addressFormChecks } from "./dispatch/AddressForms.ts"
import { dispatchChecks } from "./dispatch/DispatchSuite.ts"
import { manyPeopleChecks } from "./dispatch/people/ManyPeople.ts"
import { personHistoryChecks } from "./dispatch/people/PersonHistories.ts"
import { contactChecks } from "./contacts/ContactChecks.ts"
import { crowdChecks } from "./contacts/CrowdChecks.ts"
import { engagementChecks } from "./contacts/EngagementChecks.ts"
import { eraseChecks } from "./contacts/EraseChecks.ts"
import { eraseRecipientChecks } from "./contacts/EraseRecipientChecks.ts"
import { erasureChecks } from "./contacts/ErasureChecks.ts"
import { erasedMessageChecks } from "./contacts/ErasedMessageChecks.ts"
import { walkChecks } from "./contacts/WalkChecks.ts"
import { spellingChecks } from "./contacts/SpellingChecks.ts"
import { identifierChecks } from "./contacts/IdentifierChecks.ts"
import { bulkChecks } from "./deliveries/BulkChecks.ts"
import { clockChecks } from "./deliveries/ClockChecks.ts"
import { concurrencyChecks } from "./deliveries/ConcurrencyChecks.ts"
import { listingChecks } from "./deliveries/ListingChecks.ts"
import { marketingChecks } from "./deliveries/MarketingChecks.ts"
import { mergedDeliveryChecks } from "./deliveries/MergedDeliveryChecks.ts"
import { permitChecks } from "./deliveries/PermitChecks.ts"
import { unmatchedChecks } from "./deliveries/UnmatchedChecks.ts"
import { engagementRaces } from "./deliveries/EngagementRaces.ts"
import { eventChecks } from "./events/EventChecks.ts"
import { eventRaceChecks } from "./events/EventRaceChecks.ts"
import { historyChecks } from "./deliveries/history/HistorySuite.ts"
import { createChecks } from "./custom-fields/CreateChecks.ts"
import { definitionChecks } from "./custom-fields/DefinitionChecks.ts"
import { valueChecks } from "./custom-fields/ValueChecks.ts"
import { eraseRowChecks } from "./imports/EraseRowChecks.ts"
import { hostileRowChecks } from "./imports/HostileRowChecks.ts"
import { importAgeChecks } from "./imports/ImportAgeChecks.ts"
import { importDueChecks } from "./imports/ImportDueChecks.ts"
import { importLockChecks } from "./imports/ImportLockChecks.ts"
import { importRaceChecks } from "./imports/ImportRaceChecks.ts"
import { importRowChecks } from "./imports/ImportRowChecks.ts"
import { storeMonitorChecks } from "./observability/StoreMonitorChecks.ts"
import { importUndoChecks } from "./imports/ImportUndoChecks.ts"
import type { Check } from "./shared/Check.ts"
import { isolationChecks } from "./transactions/IsolationSuite.ts"
import { lockChecks } from "./transactions/LockChecks.ts"
import { queueChecks } from "./transactions/QueueSuite.ts"
import { register, registerOver, registerStore } from "./shared/Register.ts"
import { services, withServices } from "./shared/Services.ts"
import { transactionChecks } from "./transactions/TransactionSuite.ts"
import { listChecks } from "./lists/ListChecks.ts"
import { countChecks } from "./lists/CountChecks.ts"
import { contactJobChecks } from "./contact-jobs/ContactJobChecks.ts"
import { memberChecks } from "./lists/MemberChecks.ts"
import { services as modelServices } from "./model/ModelRun.ts"
import { modelChecks } from "./model/ModelSuite.ts"
import { duplicateChecks } from "./merges/DuplicateChecks.ts"
import { mergeHistoryChecks } from "./merges/MergeHistory.ts"
import { mergedIdentifierChecks } from "./merges/MergedIdentifierChecks.ts"
import { mergeChecks } from "./merges/MergeChecks.ts"
import { noteChecks } from "./notes/NoteChecks.ts"
import { pagingChecks } from "./search/PagingSuite.ts"
import { SearchCorpus } from "./search/corpus/SearchCorpus.ts"
import { searchChecks } from "./search/SearchSuite.ts"
import { segmentChecks } from "./segments/SegmentChecks.ts"
import { placeChecks } from "./timeline/PlaceChecks.ts"
import { templateChecks } from "./templates/TemplateChecks.ts"
import { webhookChecks } from "./webhooks/WebhookChecks.ts"

/**
 * Suites with checks that read only their own workspaces. They share a store, which is empty when the first suite
 * begins.
 */
const sharing = {
  "access tokens": accessTokenChecks,
  actors: actorChecks,
  transactions: transactionChecks,
  locks: lockChecks,
  queue: queueChecks,
  workspaces: [...workspaceChecks, ...unknownWorkspaceChecks, ...isolationChecks],
  contacts: [...contactChecks, ...crowdChecks, ...walkChecks],
  "addressed contacts": [...engagementChecks, ...engagementRaces],
  identifiers: [...identifierChecks, ...spellingChecks],
  "custom fields": [...definitionChecks, ...createChecks, ...valueChecks],
  "contact lists": [...listChecks, ...memberChecks, ...countChecks, ...contactJobChecks],
  segments: segmentChecks,
  notes: noteChecks,
  "erased contacts": [...eraseChecks, ...eraseRecipientChecks, ...erasedMessageChecks, ...erasureChecks],
  "merged contacts": [...mergeChecks, ...mergedIdentifierChecks, ...duplicateChecks, ...mergeHistoryChecks],
  imports: [...importRaceChecks, ...importUndoChecks],
  templates: templateChecks,
  "opt-out store": optOutChecks,
  timeline: placeChecks,
  audiences: [...audienceChecks, ...audienceLaws]
} satisfies { readonly [name: string]: ReadonlyArray<Check> }

/** Suites that read due work in the whole store. Each suite begins with an empty store. */
const alone = {
  "import store": [
    ...importRowChecks,
    ...eraseRowChecks,
    ...hostileRowChecks,
    ...importLockChecks,
    ...importDueChecks,
    ...importAgeChecks
  ],
  // `rejectUnsent` is checked with the bulk statements of deliveries instead.
  broadcasts: [
    ...stageChecks,
    ...resolutionChecks,
    ...idempotencyChecks,
    ...dueChecks,
    ...turnChecks,
    ...broadcastListingChecks,
    ...recipientAgeChecks,
    ...retryChecks
  ],
  deliveries: [
    ...bulkChecks,
    ...concurrencyChecks,
    ...unmatchedChecks,
    ...permitChecks,
    ...clockChecks,
    ...marketingChecks,
    ...mergedDeliveryChecks,
    ...listingChecks
  ],
  previews: previewLaws,
  inbox: inboxChecks,
  "store monitor": storeMonitorChecks,
  "due work": dueWorkChecks,
  events: [...eventChecks, ...eventRaceChecks],
  webhooks: webhookChecks
} satisfies { readonly [name: string]: ReadonlyArray<Check> }

/** The checks of every port, by suite. */
export const suites = { ...sharing, ...alone }

/** The name of a suite. The last five suites have their own form. */
type SuiteName = keyof typeof suites | "histories" | "model" | "search" | "pages" | "dispatch"

/**
 * Registers every suite for one adapter, as tests of the calling file. A store that passes them is a valid adapter.
 *
 * The layer is built once for a group of suites and once for each other suite, and provides an empty store each time.
 * Its clock is Effect's test clock, which the suites adjust. Random sequences of commands are compared with
 * `reference`, another store that passes, such as the in-memory store. `ROLLCALL_PLANS` sets the number of generated
 * cases (default 50; at least 100 searches), `ROLLCALL_SEQUENCES` the number of command sequences (default 10), and
 * `ROLLCALL_HISTORIES` the number of people's histories (default 10). `ROLLCALL_SEED` repeats a run. With `only`, only
 * these suites run, for another connection to a store that passes all suites. With `except`, these suites are skipped:
 * `transactions` and `locks` need two connections at once.
 */
export const storageConformance = <E>(
  name: string,
  layer: Layer.Layer<Storage, E>,
  {
    except = [],
    only,
    reference
  }: {
    readonly reference?: Layer.Layer<Storage>
    readonly only?: ReadonlyArray<SuiteName> | undefined
    readonly except?: ReadonlyArray<SuiteName>
  } = {}
): void => {
  const isAsked = (title: string) =>
    (only === undefined || only.some((one) => one === title)) && !except.some((one) => one === title)
  const asked = (suites: { readonly [title: string]: ReadonlyArray<Check> }) =>
    Object.entries(suites).filter(([title]) => isAsked(title))
  const withModel = reference !== undefined && isAsked("model")
  // Vitest reports an error for a suite without tests.
  if (asked(sharing).length > 0 || isAsked("histories") || withModel) {
    registerStore(name, layer, (it) => {
      for (const [title, checks] of asked(sharing)) registerOver(it, `${name}: ${title}`, services, checks)
      if (isAsked("histories")) registerOver(it, `${name}: histories`, Layer.empty, historyChecks(reference))
      if (withModel) registerOver(it, `${name}: model`, modelServices, modelChecks(reference))
    })
  }
  for (const [title, checks] of asked(alone)) register(`${name}: ${title}`, withServices(layer), checks)
  if (isAsked("search") || isAsked("pages")) {
    registerStore(name, Layer.provideMerge(SearchCorpus.layer, layer), (it) => {
      if (isAsked("search")) registerOver(it, `${name}: search`, Layer.empty, searchChecks)
      if (isAsked("pages")) registerOver(it, `${name}: pages`, Layer.empty, pagingChecks)
    })
  }
  if (isAsked("dispatch"))
    register(`${name}: dispatch`, layer, [
      ...dispatchChecks,
      ...addressFormChecks,
      ...manyPeopleChecks,
      ...personHistoryChecks,
      ...optOutHistoryChecks,
      ...importedOptOutChecks,
      ...optOutJobChecks
    ])
}
