import { assert } from "@effect/vitest"
import type { RecipientReason } from "@rollcall/core"
import { RecipientFault } from "@rollcall/core/channel"
import { BroadcastStatus, recipientReasons } from "@rollcall/core/sending"
import { eraseDelivery } from "@rollcall/core/people"
import { isOver } from "@rollcall/core/storage"
import { channelError, dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Struct } from "effect"
import * as fc from "fast-check"
import { frequencyCapProblem } from "../../../src/sending/broadcasts/marketing/FrequencyCap.ts"
import {
  excludedProblem,
  noAddressProblem,
  standingProblem
} from "../../../src/sending/broadcasts/resolution/JudgeContacts.ts"
import { arrivedProblem } from "../../../src/sending/dispatch/sending/SendConditions.ts"
import { brokenRecipients } from "../broadcasts/payloads/BrokenRecipients.ts"
import { anyPayload } from "../broadcasts/payloads/ValidPayloads.ts"
import {
  accepted,
  digest,
  now,
  pending,
  receipt,
  receive,
  record,
  resolve,
  retry,
  sending,
  sent,
  unknown
} from "./Rows.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(storage)

/** What the rules of acceptance say; `ValidationProperties` holds them against these. */
const ofAcceptance: ReadonlyArray<RecipientReason> = Object.values(brokenRecipients).flatMap((broken) =>
  fc
    .sample(fc.tuple(anyPayload, fc.nat()), { seed: 1, numRuns: 50 })
    .flatMap(([payload, n]) => broken(payload, n % payload.request.recipients.length, n)?.[1].reason ?? [])
)

/** What the rules of audiences say beside those; the laws of audiences give each of them. */
const ofAudiences = [
  excludedProblem,
  noAddressProblem,
  standingProblem({ archived: true, customFields: {} }, {}),
  standingProblem({ archived: false, customFields: {} }, { require: { field: "consent" } })
].flatMap((problem) => problem?.reason ?? [])

const ofDeliveries = [
  eraseDelivery(pending, digest, now),
  receive(sent, receipt("undeliverable")),
  ...RecipientFault.literals.map((reason) => receive(sent, receipt("undeliverable", 2_000, { reason }))),
  unknown,
  record(sending, { ...accepted, isHeld: true }),
  resolve(unknown, { _tag: "GiveUp" }),
  ...BroadcastStatus.literals.filter(isOver).map((status) => record(sending, retry, status))
].flatMap(({ reason }) => reason ?? [])

test("B21: every reason is produced by a rule, and no rule produces another reason", function* () {
  const fixture = yield* dispatchFixture(
    scriptedChannel({ script: ({ to }) => (to.endsWith("0") ? channelError("Transient") : "accept") })
  )
  yield* fixture.startProcess
  const uuid = yield* fixture.create(reminderTo(2))
  yield* fixture.until(uuid, ({ counters }) => counters.failed === 1)
  const ofDispatch = (yield* fixture.recipients(uuid)).flatMap(({ reason }) => reason ?? [])
  const ofGate = [frequencyCapProblem.reason, arrivedProblem.reason]
  const given = new Set([...ofAcceptance, ...ofAudiences, ...ofDeliveries, ...ofDispatch, ...ofGate])
  assert.sameMembers(Array.from(given), Struct.keys(recipientReasons))
})
