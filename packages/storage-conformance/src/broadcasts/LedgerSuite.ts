import {
  type AccessTokenStore,
  BroadcastStore,
  type ContactStore,
  type RecipientUuid,
  type Storage
} from "@rollcall/core"
import { Duration, Effect, type Layer } from "effect"
import { agree, type Check, check } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { claimChecks } from "./ClaimChecks.ts"
import { sending } from "./Fixture.ts"
import { ledgerCommandsArbitrary } from "./LedgerCommand.ts"
import { ledgerExamples } from "./LedgerExamples.ts"
import { runLedger } from "./LedgerRun.ts"
import { onUnknownChecks } from "./OnUnknownChecks.ts"
import { receiptChecks } from "./ReceiptChecks.ts"

/** What the ledger of a broadcast promises (B10-B14). */
export const ledgerChecks: ReadonlyArray<Check<BroadcastStore | ContactStore | AccessTokenStore>> = [
  ...ledgerExamples,

  check(
    "B10-B14: keeps the definition and the laws through any order of claims, outcomes, receipts, moves and time",
    Effect.gen(function* () {
      yield* forAll(ledgerCommandsArbitrary, Math.ceil((yield* generatedCases) / 3), runLedger)
    })
  ),

  check(
    "B10: no two claims have a recipient in common, however many claim at once",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { recipients, ref } = yield* sending({}, { accepted: 100 })
      const claimed: Array<RecipientUuid> = []
      const claimer = Effect.gen(function* () {
        while (true) {
          const claim = yield* store.claim(ref, { limit: 7, lease: Duration.minutes(1) })
          if (claim._tag !== "Claimed") return yield* agree("The last claim", claim, { _tag: "Drained" })
          claimed.push(...claim.recipients.map(({ uuid }) => uuid))
        }
      })
      yield* Effect.all(
        Array.from({ length: 8 }, () => claimer),
        { concurrency: "unbounded", discard: true }
      )
      yield* agree("Who was claimed", claimed.toSorted(), recipients.map(({ uuid }) => uuid).toSorted())
    })
  ),

  ...claimChecks,
  ...onUnknownChecks,
  ...receiptChecks
]

export const ledgerSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: ledger`, layer, ledgerChecks)
