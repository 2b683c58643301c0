import { Cause, Effect, Exit, Layer } from "effect"
import { forkRetention, forkSweep } from "../../operations/background/BackgroundLoop.ts"
import type { ChannelNotice, InboundBatch } from "../channels/ChannelWebhook.ts"
import { Receipts } from "../delivery/Receipts.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import type { ReceivedMessage } from "../messages/ReceivedMessage.ts"
import { ReceivedMessageStore } from "../messages/ReceivedMessageStore.ts"
import { layerDigest } from "../../shared/Digests.ts"
import { nextId, ReceivedMessageUuid } from "../../shared/Ids.ts"
import { toStorable } from "../../shared/Text.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { InboxSettings } from "./InboxSettings.ts"
import { type InboxEntry, InboxStore } from "./InboxStore.ts"
import { eventsOfNotices } from "./Notices.ts"
import { vocabulariesWith, type Wish } from "./OptOutKeywords.ts"
import { applyPreferences, applyWishes, type Arrived, addressIn, wishOfMessage } from "./PersonStops.ts"
import { joinAddresses } from "./SamePerson.ts"

const entriesAtOnce = 50

/**
 * Stores new messages from people, each with its event, and the events of new notices. Opts people out or in if their
 * messages ask for it.
 */
const receive = Effect.fnUntraced(function* (
  arrived: ReadonlyArray<Omit<Arrived, "wish">>,
  notices: ReadonlyArray<ChannelNotice>
) {
  const store = yield* ReceivedMessageStore
  const events = yield* EventStore
  const transaction = yield* Transaction
  const { stopWords } = yield* InboxSettings
  const vocabularies = vocabulariesWith(stopWords)
  const given = yield* Effect.forEach(arrived, (message) =>
    toReceived(message, wishOfMessage(message.message, vocabularies))
  )
  const received = yield* store.missing(given.map(([message]) => message))
  const reported = yield* eventsOfNotices(notices)
  const isNew = new Set(received.map(({ uuid }) => uuid))
  // Wishes are applied first, in their own transaction, because a stored message is not processed again.
  yield* applyWishes(given.flatMap(([{ uuid }, wish]) => (isNew.has(uuid) ? [wish] : [])))
  yield* transaction.run(
    Effect.gen(function* () {
      const added = yield* store.add(received)
      yield* events.append([
        ...added.map(({ asksToStop, uuid, workspaceUuid }) =>
          nameEvent({ type: "message.received", workspaceUuid, receivedMessageUuid: uuid, asksToStop })
        ),
        ...reported
      ])
    })
  )
})

const toReceived = (arrived: Omit<Arrived, "wish">, wish: Wish) =>
  Effect.map(nextId, (uuid): readonly [ReceivedMessage, Arrived] => {
    const { at, channelMessageId, from, kind, text, to, username, workspace } = arrived.message
    const received: ReceivedMessage = {
      uuid: ReceivedMessageUuid.make(uuid),
      workspaceUuid: workspace,
      channelMessageId: toName(channelMessageId),
      from: addressIn(from) ?? toName(from),
      username: username === undefined || username === "" ? null : toName(username),
      to: toName(to),
      at,
      kind: toName(kind),
      text: text === null ? null : toStorable(text),
      asksToStop: wish === "stop" ? "yes" : wish === "maybe" ? "maybe" : null
    }
    return [received, { ...arrived, wish }]
  })

/** The longest indexed name, in UTF-16 units. Longer names are truncated. */
const maxNameLength = 500

const toName = (text: string): string => toStorable(text.slice(0, maxNameLength))

const logNotice = ({ detail, kind, level, workspace }: ChannelNotice) =>
  Effect.logWithLevel(level === "warning" ? "Warn" : "Info")("a channel reported a notice").pipe(
    Effect.annotateLogs({ kind, detail, workspace })
  )

/** A report, or a part of it, without its uuid. */
type Report = Pick<InboxEntry, "batch" | "channelType">

/**
 * Applies reports. Applying a report again changes nothing. Receipts of an unknown channel name no workspace, so they match
 * no message.
 */
const applyReports = Effect.fnUntraced(function* (reports: ReadonlyArray<Report>) {
  const { apply } = yield* Receipts
  for (const [channelType, ofChannel] of Map.groupBy(reports, ({ channelType }) => channelType)) {
    const receipts = ofChannel.flatMap(({ batch }) => batch.receipts)
    if (receipts.length > 0) yield* apply(channelType ?? "", receipts)
  }
  const arrived = reports.flatMap(({ batch, channelType }) =>
    batch.messages.map((message) => ({ channelType: channelType ?? "", message }))
  )
  const notices = reports.flatMap(({ batch }) => batch.notices)
  // Joins addresses before wishes, so that a wish applies to all of a person's addresses. Applies address changes
  // afterwards.
  const people = reports.flatMap(({ batch }) => batch.people ?? [])
  yield* joinAddresses(people.filter(({ former }) => former === undefined))
  yield* applyPreferences(reports.flatMap(({ batch }) => batch.preferences ?? []))
  if (arrived.length + notices.length > 0) yield* receive(arrived, notices)
  yield* joinAddresses(people.filter(({ former }) => former !== undefined))
  yield* Effect.forEach(notices, logNotice, { discard: true })
})

const none: InboundBatch = { receipts: [], messages: [], notices: [] }

const partsOf = ({
  batch: { messages, notices, people = [], preferences = [], receipts },
  channelType
}: Report): ReadonlyArray<Report> =>
  [
    ...receipts.map((receipt) => ({ ...none, receipts: [receipt] })),
    ...people.map((person) => ({ ...none, people: [person] })),
    ...messages.map((message) => ({ ...none, messages: [message] })),
    ...preferences.map((preference) => ({ ...none, preferences: [preference] })),
    { ...none, notices }
  ].map((batch) => ({ channelType, batch }))

/**
 * Applies entries together and removes them. On failure, applies each part separately, so that a failing part doesn't block
 * the other parts. The entry of a failing part stays and is tried again later.
 */
const applyEntries = Effect.fnUntraced(function* (entries: ReadonlyArray<InboxEntry>) {
  const store = yield* InboxStore
  const together = yield* Effect.exit(applyReports(entries))
  if (Exit.isFailure(together) && Cause.hasInterruptsOnly(together.cause)) return yield* Effect.interrupt
  const applied = Exit.isSuccess(together) ? entries : yield* Effect.filter(entries, isAppliedInParts)
  yield* store.remove(applied.map(({ uuid }) => uuid))
})

/** Applies each part of an entry separately. Returns whether every part succeeded. */
const isAppliedInParts = Effect.fnUntraced(function* (entry: InboxEntry) {
  const exits = yield* Effect.forEach(partsOf(entry), (part) => Effect.exit(applyReports([part])))
  const failed = exits.find(Exit.isFailure)
  if (failed !== undefined) yield* Effect.logError("a part of a channel's report could not be applied", failed.cause)
  return failed === undefined
})

/** Applies due entries until none are left. */
const sweepInbox = Effect.gen(function* () {
  const store = yield* InboxStore
  const { retryAfter } = yield* InboxSettings
  const step = Effect.gen(function* () {
    const entries = yield* store.claimDue({ limit: entriesAtOnce, retryAfter })
    if (entries.length > 0) yield* applyEntries(entries)
    return entries.length
  })
  yield* Effect.repeat(step, { until: (count) => count < entriesAtOnce })
})

const logRemoved = (removed: number) =>
  Effect.logError("reports of channels could not be applied and were removed").pipe(Effect.annotateLogs({ removed }))

/**
 * The workers that apply channel reports. They also remove old messages from people and reports that could never be
 * applied, because both are personal data. Any number of processes can run them on one store.
 */
export const layerInboxWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const { keepMessagesFor, sweepEvery } = yield* InboxSettings
    const messages = yield* ReceivedMessageStore
    const inbox = yield* InboxStore
    yield* forkSweep("inbox", "inbox", sweepInbox, sweepEvery)
    // One loop prunes both, so that the process wakes half as often.
    const prune: typeof inbox.prune = (options) =>
      Effect.zipWith(
        messages.prune(options),
        Effect.tap(inbox.prune(options), (removed) => (removed > 0 ? logRemoved(removed) : Effect.void)),
        (removedMessages, removedReports) => Math.max(removedMessages, removedReports)
      )
    yield* forkRetention("removal of old messages", keepMessagesFor, prune, () => Effect.void)
  })
).pipe(Layer.provide(layerDigest))
