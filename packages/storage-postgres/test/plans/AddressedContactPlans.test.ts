import { assert } from "@effect/vitest"
import { claimAlone } from "@rollcall/conformance/storage"
import { BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { correlationOf, type DeliveryReceipt } from "@rollcall/core/channel"
import { applyReceipts, recordOutcomes } from "@rollcall/core/sending"
import { ContactStore, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { campaign, contactUuid, crowded, populatedDatabase } from "./Population.ts"
import { suite } from "../../../core/test/Suite.ts"

const ref = { workspace: WorkspaceUuid.make(crowded), broadcast: BroadcastUuid.make(campaign) }

const populated = Layer.unwrap(Effect.map(populatedDatabase, (url) => layerWithClient({ url })))

/** The lines on contacts. */
const onContacts = (lines: ReadonlyArray<string>) => lines.filter((line) => line.includes("contacts")).join()

suite(populated, { timeout: "60 seconds" })("addressed contacts, among 20,000", (test) => {
  test("C5, C6: are found by their numbers and changed by their uuids", function* () {
    const store = yield* DeliveryStore
    const contacts = yield* ContactStore
    const claim = yield* claimAlone(ref, { begin: 0, limit: 100, lease: Duration.hours(1) })
    const deliveries = claim._tag === "Claimed" ? claim.deliveries : []
    assert.lengthOf(deliveries, 100)
    yield* store.beginSends(ref, deliveries, Duration.hours(1))
    const outcomes = deliveries.map(
      ({ attempt, uuid }) => ({ _tag: "Accepted", uuid, attempt, messageId: uuid }) as const
    )
    const recorded = yield* explain(recordOutcomes(ref, outcomes))
    const at = DateTime.makeUnsafe(1_800_000_000_000)
    const receipts = deliveries.map(({ uuid }): DeliveryReceipt => ({
      workspaces: "all",
      correlation: correlationOf(ref.workspace, uuid),
      messageId: uuid,
      status: "read",
      error: null,
      reason: null,
      at
    }))
    const read = yield* explain(applyReceipts("chatapp", receipts))
    for (const lines of [recorded, read]) {
      assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
      for (const index of ["contacts_by_chatapp_id_key", "contacts_by_phone_number_key", "contacts_pkey"]) {
        assert.include(onContacts(lines), index)
      }
    }
    const contact = Option.getOrThrow(yield* contacts.find(ref.workspace, contactUuid(77)))
    assert.deepStrictEqual([contact.clientReference, contact.lastEngagedAt], ["reference 77", at])
  })

  test("C10: have other and former addresses, which are found by indexes", function* () {
    const contacts = yield* ContactStore
    const lines = yield* explain(contacts.relatedAddressesOf(ref.workspace, ["4917010077", "4917010078"]))
    for (const index of ["contacts_by_chatapp_id_key", "contacts_by_phone_number_key", "former_addresses_once"]) {
      assert.include(lines.join(), index, lines.join("\n"))
    }
  })
})
