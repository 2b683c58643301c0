import {
  ActorUuid,
  type Broadcast,
  type BroadcastRef,
  BroadcastUuid,
  type HandOverOutcome,
  type Ledger,
  neverSent,
  type NewRecipient,
  type Receipt,
  RecipientUuid,
  type Settlement,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Duration, HashMap, Option } from "effect"
import * as fc from "fast-check"
import { type BroadcastsState, emptyBroadcasts, keyOf } from "../../src/broadcasts/BroadcastsState.ts"
import { claim } from "../../src/broadcasts/Claiming.ts"
import { completeIfDone, insert, move, takeDue } from "../../src/broadcasts/Lifecycle.ts"
import { emptyState, type State } from "../../src/kernel/State.ts"
import { applyReceipts, recordOutcomes, settle, surrenderLeases } from "../../src/broadcasts/Settling.ts"

/** One change of the state at an instant. */
type Step = (state: BroadcastsState, now: DateTime.Utc) => BroadcastsState

export const at = (millis: number): DateTime.Utc => DateTime.makeUnsafe(millis)

const uuid = (kind: number, index: number) =>
  `0198a5c0-0000-7000-8000-${String(kind * 1_000 + index).padStart(12, "0")}`
const workspace = WorkspaceUuid.make(uuid(1, 0))
const recipient = (index: number): RecipientUuid => RecipientUuid.make(uuid(3, index))
const ref = (index: number): BroadcastRef => ({ workspace, broadcast: BroadcastUuid.make(uuid(2, index)) })
const parameters = { header: null, body: [], buttons: [], cards: null }

/** The two broadcasts of every story, and how many recipients of each are accepted: all but the last. */
export const refs = [ref(0), ref(1)]
export const accepted = 5

const broadcast = (uuid: BroadcastUuid): Broadcast => ({
  uuid,
  workspaceUuid: workspace,
  createdBy: ActorUuid.make(workspace),
  channelType: "chatapp",
  name: "Reminder",
  templateName: "reminder",
  locale: "en",
  from: "4915100000000",
  version: 1,
  status: "scheduled",
  statusReason: null,
  scheduledAt: at(0),
  validUntil: null,
  createdAt: at(0)
})

const recipients = (first: number): ReadonlyArray<NewRecipient> =>
  Array.from({ length: accepted + 1 }, (_, index) => ({
    uuid: recipient(first + index),
    identifier: "4917000000000",
    clientReference: null,
    outcome: index === accepted ? { _tag: "Rejected", error: "no" } : { _tag: "Accepted", parameters }
  }))

const scheduled = refs.reduce(
  (state, ref, index) =>
    Option.getOrThrow(insert(state, broadcast(ref.broadcast), recipients(index * (accepted + 1)), at(0))),
  emptyBroadcasts
)
const start = takeDue(scheduled, { limit: 2, lookAgainAfter: Duration.millis(9) }, at(0))[1]

/** The accounts of a broadcast in the order of acceptance. */
export const rowsOf = (state: BroadcastsState, ref: BroadcastRef): ReadonlyArray<Ledger.LedgerRow> =>
  HashMap.getUnsafe(state.broadcasts, keyOf(ref)).order.map((uuid) => HashMap.getUnsafe(state.rows, uuid))

const soon = Duration.millis(100)
const anyRef = fc.constantFrom(...refs)
const anyRecipient = fc.integer({ min: 0, max: 2 * accepted + 1 }).map(recipient)
const anyMessageId = fc.integer({ min: 0, max: 8 }).map((id) => `m-${id}`)

/** What is said of one who was claimed, mostly of the latest claim. */
interface Word {
  readonly outcome: "Taken" | "Undeliverable" | "Unknown" | "Retry"
  readonly messageId: string
  readonly age: number
}

const anyWord: fc.Arbitrary<Word> = fc.record({
  outcome: fc.constantFrom("Taken", "Taken", "Undeliverable", "Unknown", "Retry", "Retry"),
  messageId: anyMessageId,
  age: fc.constantFrom(0, 0, 0, 1)
})

const outcomeOf = ({ attempt, uuid }: Ledger.LedgerRow, { age, messageId, outcome }: Word): HandOverOutcome => {
  const claimed = { uuid, attempt: attempt - age }
  switch (outcome) {
    case "Taken":
      return { ...claimed, _tag: outcome, messageId }
    case "Undeliverable":
      return { ...claimed, _tag: outcome, error: "no" }
    case "Unknown":
      return { ...claimed, _tag: outcome, askAfter: age === 0 ? null : soon }
    case "Retry":
      return { ...claimed, _tag: outcome, delay: Duration.millis(50), counts: true }
  }
}

/** What a step does to the ledger of a store that has nothing else. */
const onLedger = (broadcasts: BroadcastsState, step: (state: State) => State): BroadcastsState =>
  step({ ...emptyState, broadcasts }).broadcasts

const answer = (state: BroadcastsState, ref: BroadcastRef, words: ReadonlyArray<Word>, now: DateTime.Utc) => {
  const waiting = rowsOf(state, ref).filter(({ status }) => status === "sending" || status === "unknown")
  const outcomes = words.flatMap((word, index) => {
    const row = waiting[index]
    return row === undefined ? [] : [outcomeOf(row, word)]
  })
  return onLedger(state, (state) => recordOutcomes(state, ref, outcomes, neverSent, now))
}

const anyReceipt: fc.Arbitrary<Receipt> = fc.record({
  correlation: fc.option(anyRecipient),
  messageId: anyMessageId,
  status: fc.constantFrom("sent", "delivered", "read", "undeliverable"),
  error: fc.constant(null),
  at: fc.constant(at(1))
})

const anySettlement = fc.record({
  ref: anyRef,
  uuid: anyRecipient,
  attempt: fc.integer({ min: 1, max: 2 }),
  record: fc.oneof(
    anyMessageId.map((messageId): Settlement => ({ _tag: "Taken", messageId })),
    fc.constantFrom<Settlement>(
      { _tag: "NeverTaken" },
      { _tag: "Untold" },
      { _tag: "Resend", retries: 1 },
      { _tag: "GiveUp" }
    )
  )
})

const rare: ReadonlyArray<fc.Arbitrary<Step>> = [
  fc.constant<Step>((state, now) => takeDue(state, { limit: 9, lookAgainAfter: soon }, now)[1]),
  fc.constant<Step>((state, now) => surrenderLeases(state, { limit: 3, askAgainAfter: soon }, now)[1]),
  fc
    .array(anySettlement, { maxLength: 5 })
    .map<Step>((settlements) => (state, now) => onLedger(state, (state) => settle(state, settlements, neverSent, now))),
  fc
    .array(anyReceipt, { maxLength: 3 })
    .map<Step>((receipts) => (state, now) => onLedger(state, (state) => applyReceipts(state, receipts, now))),
  fc.tuple(anyRef, fc.constantFrom("sending", "sending", "paused", "cancelled")).map<Step>(
    ([ref, to]) =>
      (state, now) =>
        move(state, ref, to, { reason: null, pendingError: neverSent(to) }, now)[1]
  ),
  anyRef.map<Step>((ref) => (state) => completeIfDone(state, ref)[1])
]
const anyClaim = fc.tuple(anyRef, fc.integer({ min: 1, max: 4 })).map<Step>(
  ([ref, limit]) =>
    (state, now) =>
      claim(state, ref, { limit, lease: soon }, now)[1]
)
const anyAnswer = fc.tuple(anyRef, fc.array(anyWord, { minLength: 1, maxLength: 3 })).map<Step>(
  ([ref, words]) =>
    (state, now) =>
      answer(state, ref, words, now)
)

/** What may happen to two broadcasts under way, each step with the milliseconds that pass before it. */
export const anyStory = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: anyClaim },
      { weight: 6, arbitrary: anyAnswer },
      ...rare.map((arbitrary) => ({ weight: 1, arbitrary }))
    ),
    fc.integer({ min: 0, max: 60 })
  ),
  { maxLength: 60, size: "max" }
)
export type Story = ReadonlyArray<readonly [Step, number]>

/** The states that a story goes through. */
export const tell = (story: Story): ReadonlyArray<BroadcastsState> => {
  const states = [start]
  let [state, now] = [start, 1]
  for (const [step, pause] of story) {
    now += pause
    state = step(state, at(now))
    states.push(state)
  }
  return states
}
