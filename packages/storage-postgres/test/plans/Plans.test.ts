import { assert } from "@effect/vitest"
import {
  systemCaller,
  BroadcastUuid,
  ContactListUuid,
  Contacts,
  ContactUuid,
  RecipientUuid,
  type SearchRequest,
  WorkspaceUuid
} from "@rollcall/core"
import { applyReceipts, notSentProblem, recordOutcomes } from "@rollcall/core/sending"
import { BroadcastStore, ContactListStore, DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Layer } from "effect"
import { layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { campaign, crowded, populatedDatabase, team } from "./Population.ts"
import { suite } from "../../../core/test/Suite.ts"

const workspace = WorkspaceUuid.make(crowded)
const page = { limit: 10, offset: 0 }
const instant = (millis: number) => DateTime.makeUnsafe(millis)

const populated = Layer.unwrap(
  Effect.map(populatedDatabase, (url) => {
    const storage = layerWithClient({ url })
    return Layer.provideMerge(Contacts.layer, storage)
  })
)

const filter = (
  field: string,
  operator: "equals" | "contains" | "starts_with" | "ends_with" | "range" | "gt",
  value: unknown
) => ({
  field,
  operator,
  value
})

const number = (operator: "equals" | "range", value: unknown) => ({
  ...filter("score", operator, value),
  dataType: "long" as const
})

/** Searches, and the index that each of them uses. */
const selective: ReadonlyArray<readonly [title: string, request: SearchRequest, index: RegExp]> = [
  ["equals", { advancedSearch: [filter("email", "equals", "Person77@Example15.org")] }, /contacts_by_email/],
  [
    "starts_with",
    { advancedSearch: [filter("phoneNumber", "starts_with", "+49 170 100123")] },
    /contacts_by_phone_number_digits/
  ],
  [
    "range of text",
    { advancedSearch: [filter("lastName", "range", ["surname1234", "surname12345"])] },
    /contacts_by_last_name/
  ],
  ["contains", { advancedSearch: [filter("email", "contains", "son1777@")] }, /contacts_by_trigram/],
  ["ends_with", { advancedSearch: [filter("externalContactId", "ends_with", "d-17771")] }, /contacts_by_trigram/],
  ["a day", { advancedSearch: [filter("createdAt", "equals", "2023-11-20")] }, /contacts_by_created_at/],
  ["search_term", { searchTerm: "person1777 surname" }, /contacts_by_trigram/],
  ["search_term with accents", { searchTerm: "Pérson1777 süřname" }, /contacts_by_trigram/],
  ["search_term with digits", { searchTerm: "170-101-7771" }, /contacts_by_trigram/],
  [
    "two filters, the second selective",
    {
      advancedSearch: [
        filter("archived", "equals", false),
        filter("firstName", "contains", "ame77"),
        filter("email", "equals", "person77@example15.org")
      ]
    },
    /contacts_by_email/
  ],
  ["custom text equals", { advancedSearch: [filter("city", "equals", "City4711")] }, /contact_values_by_text/],
  ["custom text starts_with", { advancedSearch: [filter("city", "starts_with", "city471")] }, /contact_values_by_t/],
  ["custom text contains", { advancedSearch: [filter("city", "contains", "ty4711")] }, /contact_values_by_trigram/],
  ["custom number equals", { advancedSearch: [number("equals", 4711)] }, /contact_values_by_number/],
  ["custom number range", { advancedSearch: [number("range", [4711, 4720])] }, /contact_values_by_number/]
]

suite(populated, { timeout: "60 seconds" })("among 20,000 contacts", (test) => {
  test.each(selective)("%s: page and total scan few of them", function* ([, request, index]) {
    const contacts = yield* Contacts
    const { total } = yield* contacts.search(systemCaller(workspace), request, page)
    assert.isAtLeast(total, 1)
    assert.isAtMost(total, 2_000)
    const lines = yield* explain(contacts.search(systemCaller(workspace), request, page))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.isNotEmpty(
      lines.filter((line) => index.test(line)),
      lines.join("\n")
    )
  })

  test("the check finds a scan: a string of two characters scans all contacts", function* () {
    const contacts = yield* Contacts
    const lines = yield* explain(
      contacts.search(systemCaller(workspace), { advancedSearch: [filter("email", "contains", "77")] }, page)
    )
    assert.isNotEmpty(exhaustive(lines))
  })

  test("one is found by its uuid", function* () {
    const contacts = yield* Contacts
    const lines = yield* explain(
      Effect.flip(contacts.get(systemCaller(workspace), ContactUuid.make("00000000-0000-4000-8000-0000000000ff")))
    )
    assert.deepStrictEqual(exhaustive(lines), [])
    assert.include(lines.join(), "contacts_pkey")
  })

  test.each(["asc", "desc"] as const)(
    "the page in the order of creation, %s, is read in the order of its index",
    function* (order) {
      const contacts = yield* Contacts
      const request = { sortBy: { field: "createdAt", sortOrder: order } }
      const lines = yield* explain(contacts.search(systemCaller(workspace), request, page))
      assert.isTrue(
        lines.some((line) => /Index Scan (Backward )?using contacts_by_created_at/.test(line)),
        lines.join("\n")
      )
    }
  )

  test("a list's members are found by the list's index", function* () {
    const lists = yield* ContactListStore
    const listing = { includeArchived: false, sort: "added_last_first" as const }
    const lines = yield* explain(lists.members(workspace, ContactListUuid.make(team), listing, page))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
  })
})

suite(populated, { timeout: "60 seconds" })("among 40,000 recipients", (test) => {
  test("C8: unsent recipients are found by their numbers", function* () {
    const store = yield* DeliveryStore
    const lines = yield* explain(store.unsentTo(workspace, ["4917000000001", "4917000000002"]))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.include(lines.join(), "recipients_by_identifier")
    assert.include(lines.join(), "recipients_by_address")
  })

  test("C10: recipients are found by their writing address", function* () {
    const store = yield* DeliveryStore
    const lines = yield* explain(store.otherAddresses(workspace, ["4917000000001", "4917000000002"]))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.include(lines.join(), "recipients_by_writer")
  })

  const ref = { workspace, broadcast: BroadcastUuid.make(campaign) }
  const uuid = RecipientUuid.make("00000000-0000-4000-8500-000000000007")

  test("a claim reads only pending deliveries", function* () {
    const store = yield* DeliveryStore
    const lines = yield* explain(store.claim(ref, { waits: true, begin: 0, limit: 10, lease: Duration.minutes(1) }))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.include(lines.join(), "recipients_pending")
  })

  test("beginning sends reads only its own deliveries, and a cancel only unsent ones", function* () {
    const store = yield* DeliveryStore
    const broadcasts = yield* BroadcastStore
    const begin = store.beginSends(ref, [{ uuid, attempt: 1 }], Duration.minutes(1))
    const lines = yield* explain(begin)
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    const rejected = yield* explain(broadcasts.rejectUnsent(ref, notSentProblem("cancelled")))
    assert.deepStrictEqual(exhaustive(rejected), [], rejected.join("\n"))
    assert.include(rejected.join(), "recipients_by_lease")
    assert.include(rejected.join(), "recipients_pending")
  })

  test("outcomes and receipts read only their own deliveries", function* () {
    const record = recordOutcomes(ref, [{ _tag: "Accepted", uuid, attempt: 1, messageId: "message x" }])
    const receipt = {
      workspaces: "all",
      correlation: null,
      messageId: "message 7",
      status: "read",
      error: null,
      reason: null,
      at: instant(0)
    } as const
    const lines = yield* explain(Effect.andThen(record, applyReceipts("chatapp", [receipt])))
    assert.deepStrictEqual(
      exhaustive(lines).filter((line) => !line.includes("parked_receipts")),
      [],
      lines.join("\n")
    )
  })

  test("workers read only due work", function* () {
    const broadcasts = yield* BroadcastStore
    const deliveries = yield* DeliveryStore
    const lines = yield* explain(
      Effect.all([
        broadcasts.claimDue({ limit: 10, nextCheckAfter: Duration.minutes(1) }),
        broadcasts.claimUnresolved({ limit: 10, dueAfter: Duration.minutes(1) }),
        broadcasts.claimAbandoned({ limit: 10, nextCheckAfter: Duration.minutes(1) }),
        deliveries.expireLeases({ limit: 10, askAgainAfter: Duration.minutes(1) })
      ])
    )
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
  })

  test("B26: if one workspace has half of the due work, others take turns through an index", function* () {
    const { claimDue } = yield* BroadcastStore
    const claim = (limit: number) => claimDue({ limit, nextCheckAfter: Duration.zero })
    // After a claim of all none has a turn.
    yield* claim(10_000)
    yield* claim(1)
    const lines = yield* explain(claim(1))
    assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
    assert.include(lines.join(), "broadcasts_by_turn")
    assert.notInclude(lines.join(), "broadcasts_by_next_check")
  })

  test.each([
    ["of a broadcast", { broadcast: ref.broadcast, clientReferences: null, updatedAfter: null }],
    ["by reference", { broadcast: null, clientReferences: ["reference 7", "reference 8"], updatedAfter: null }],
    ["by instant", { broadcast: null, clientReferences: null, updatedAfter: instant(39_990) }]
  ] as const)("a listing %s scans few of them", function* ([, wanted]) {
    const store = yield* DeliveryStore
    const statuses = store.recipients(workspace, wanted, page)
    assert.isAtLeast((yield* statuses).total, 1)
    const lines = yield* explain(statuses)
    // The index of broadcasts that are not complete contains only the few that are being accepted or resolved.
    const scans = lines.filter((_, at) => !lines[at - 1]?.includes("broadcasts_incomplete"))
    assert.deepStrictEqual(exhaustive(scans), [], lines.join("\n"))
  })
})
