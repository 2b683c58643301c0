import {
  BroadcastStore,
  neverSent,
  type NewRecipient,
  type Receipt,
  type RecipientUuid,
  type Settlement
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, Discrepancy, holds } from "../kernel/Check.ts"
import { addressedContacts, contactsAgree } from "./AddressedContacts.ts"
import { sending } from "./Fixture.ts"
import type { LedgerCommand, ReceiptPlan } from "./LedgerCommand.ts"
import { agreement, standing, succession } from "./LedgerLaws.ts"
import { LedgerModel } from "./LedgerModel.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

interface ClaimRecord {
  readonly uuid: RecipientUuid
  readonly attempt: number
}

/** Runs commands on a new broadcast, and after every one compares the store with the definition and the laws. */
export const runLedger = Effect.fnUntraced(function* (commands: ReadonlyArray<LedgerCommand>) {
  const store = yield* BroadcastStore
  const { broadcast, recipients, ref } = yield* sending({}, { accepted: 4, refused: 1 })
  const model = new LedgerModel(broadcast, recipients, yield* store.now)
  const claims: Array<ClaimRecord> = []
  const contacts = yield* addressedContacts(broadcast.workspaceUuid)
  let before = yield* standing(ref)
  yield* agreement(model, before)

  for (const [step, command] of commands.entries()) {
    const now = yield* store.now
    yield* perform(model, claims, recipients, command).pipe(
      Effect.andThen(standing(ref)),
      Effect.tap((after) => agreement(model, after)),
      Effect.tap((after) => succession(before, after, command._tag === "Receive")),
      Effect.tap((after) => Effect.sync(() => (before = after))),
      Effect.andThen(writing.has(command._tag) ? contactsAgree(contacts, model.effects) : Effect.void),
      Effect.mapError(
        ({ message }) =>
          new Discrepancy({ message: `Step ${step}, ${command._tag} at ${DateTime.formatIso(now)}: ${message}` })
      )
    )
  }
  // What is left over would be looked after in later cases.
  yield* store.move(ref, "cancelled", { reason: null, pendingError: neverSent("cancelled") })
})

/** The commands after which contacts are looked at. */
const writing: ReadonlySet<LedgerCommand["_tag"]> = new Set(["Record", "Receive", "Settle"])

const perform = Effect.fnUntraced(function* (
  model: LedgerModel,
  claims: Array<ClaimRecord>,
  recipients: ReadonlyArray<NewRecipient>,
  command: LedgerCommand
) {
  const store = yield* BroadcastStore
  const { ref } = model
  const now = yield* store.now
  switch (command._tag) {
    case "Claim": {
      const { lease, limit } = command
      const claim = yield* store.claim(ref, { limit, lease })
      yield* agree("B10: the claim", claim, model.claim(limit, lease, now))
      if (claim._tag !== "Claimed") return
      for (const { attempt, uuid } of claim.recipients) {
        const again = claims.some((earlier) => earlier.uuid === uuid && earlier.attempt >= attempt)
        yield* holds("B10: no attempt is claimed twice", !again, claim)
        claims.push({ uuid, attempt })
      }
      return
    }
    case "Record": {
      const claim = claims[command.claim % claims.length]
      if (claim === undefined) return
      const outcome =
        command.ending._tag === "Taken"
          ? { ...claim, ...command.ending, messageId: messageIdOf(claim.uuid) }
          : { ...claim, ...command.ending }
      yield* store.recordOutcomes(ref, [outcome], neverSent)
      return model.record(outcome, now)
    }
    case "Receive": {
      const receipts = command.receipts.flatMap((plan) => receiptOf(plan, recipients))
      for (const receipt of receipts) model.receive(receipt, now)
      yield* store.applyReceipts(receipts)
      if (!command.twice) return
      const once = yield* standing(ref)
      yield* store.applyReceipts(receipts)
      return yield* agree("B11: repeating receipts changes nothing", yield* standing(ref), once)
    }
    case "Wait":
      return yield* TestClock.adjust(command.duration)
    case "Surrender": {
      const { askAgainAfter } = command
      const given = yield* store.surrenderLeases({ limit: 100_000, askAgainAfter })
      const mine = given.filter((recipient) => recipient.ref.broadcast === ref.broadcast)
      const byUuid = (a: ClaimRecord, b: ClaimRecord) => (a.uuid < b.uuid ? -1 : 1)
      const expected = model.surrender(askAgainAfter, now)
      return yield* agree("B12: who is given", mine.toSorted(byUuid), expected.toSorted(byUuid))
    }
    case "Settle": {
      const claim = claims[command.claim % claims.length]
      if (claim === undefined) return
      const record = settlementOf(command.record, claim.uuid)
      yield* store.settle([{ ref, ...claim, record }], neverSent)
      return model.settle(claim.uuid, claim.attempt, record, now)
    }
    case "Move": {
      const { to } = command
      const result = yield* store.move(ref, to, { reason: null, pendingError: neverSent(to) })
      const moved = result._tag === "Some" && result.value.moved
      return yield* agree(`B1: the move to ${to}`, moved, model.move(to, now))
    }
    case "Complete":
      return yield* agree("B1: completeIfDone", yield* store.completeIfDone(ref), model.complete())
  }
})

const settlementOf = (tag: Settlement["_tag"], uuid: RecipientUuid): Settlement => {
  if (tag === "Taken") return { _tag: tag, messageId: messageIdOf(uuid) }
  return tag === "Resend" ? { _tag: tag, retries: 1 } : { _tag: tag }
}

const receiptOf = (plan: ReceiptPlan, recipients: ReadonlyArray<NewRecipient>): ReadonlyArray<Receipt> => {
  const { at, correlated, error, status } = plan
  const uuid = recipients[plan.recipient % recipients.length]?.uuid
  if (uuid === undefined) return []
  return [{ correlation: correlated ? uuid : null, messageId: messageIdOf(uuid), status, error, at }]
}
