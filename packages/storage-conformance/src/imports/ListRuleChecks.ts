import {
  type Caller,
  ContactImports,
  ContactListArchived,
  ContactListNotFound,
  ContactLists,
  type ContactListUuid,
  Contacts,
  type ContactUuid,
  newestFirst,
  nextId,
  ContactListUuid as ContactListUuids
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { uuidsOf } from "../lists/Fixture.ts"
import { everything } from "./Fixture.ts"
import {
  accepted,
  given,
  imported,
  type ImportNeeds,
  newCaller,
  receiptsOf,
  shortOf,
  worked,
  workedOff
} from "./ImportWorld.ts"

const members = Effect.fnUntraced(function* ({ workspace }: Caller, list: ContactListUuid) {
  const lists = yield* ContactLists
  const listing = { includeArchived: true, sort: "added_last_first" } as const
  return uuidsOf((yield* lists.members(workspace, list, listing, everything)).items).toSorted()
})

const distinct = (uuids: ReadonlyArray<ContactUuid | null | undefined>) =>
  [...new Set(uuids.filter((uuid) => uuid !== null && uuid !== undefined))].toSorted()

/** What is promised of the list that an import names (I4, L2, L3). */
export const listRuleChecks: ReadonlyArray<Check<ImportNeeds | ContactLists>> = [
  check(
    "I4, L3: every contact that a row resolved to joins the list, be it made, changed, unchanged or skipped; others do not",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const contacts = yield* Contacts
      for (const [mergeType, outcomes] of [
        [
          "create_or_update",
          ["created", "updated", "unchanged", "failed missing external_contact_id", "created", "updated", "unchanged"]
        ],
        [
          "create",
          [
            "created",
            ...["skipped match_exists email", "skipped match_exists email"],
            "failed missing external_contact_id",
            "created",
            ...["skipped match_exists email", "skipped match_exists email"]
          ]
        ],
        [
          "update",
          [
            "skipped no_match email",
            ...["updated", "unchanged"],
            "skipped no_match_value email",
            "skipped no_match email",
            ...["skipped no_match email", "unchanged"]
          ]
        ]
      ] as const) {
        const caller = yield* newCaller
        const owner = { ...caller, actor: (yield* newCaller).actor }
        const { uuid } = yield* lists.create(owner, { name: "Regulars" })
        const bob = yield* contacts.create(caller.workspace, { email: "bob@example.org" })
        const cyd = yield* contacts.create(caller.workspace, { email: "cyd@example.org" })
        const dan = yield* contacts.create(caller.workspace, { email: "dan@example.org" })
        yield* contacts.setArchived(caller.workspace, dan.uuid, true)
        yield* lists.addMembers(owner, uuid, [cyd.uuid])
        yield* TestClock.adjust("1 minute")
        const rows = [
          given({ email: "ada@example.org" }),
          given({ email: "bob@example.org", firstName: "Bob" }),
          given({ email: "cyd@example.org" }),
          given({ firstName: "Nobody" }),
          given({ email: "eve@example.org" }),
          given({ email: "ada@example.org", firstName: "Ada" }),
          given({ email: "dan@example.org" })
        ]
        const { receipts, short } = yield* imported(caller, rows, { mergeType, contactListUuid: uuid, batch: 3 })
        yield* agree(mergeType, short, outcomes)
        const resolved = distinct([bob.uuid, cyd.uuid, dan.uuid, ...receipts.map(({ result }) => result?.contactUuid)])
        yield* agree("The members", yield* members(caller, uuid), resolved)
        const { count, updatedAt, updatedBy } = yield* lists.get(caller.workspace, uuid)
        yield* agree("The count, of those that are not archived", count, resolved.length - 1)
        const changed = { updatedAt: yield* DateTime.now, updatedBy: caller.actor }
        yield* agree("Who changed it", { updatedAt, updatedBy }, changed)
      }
    })
  ),

  check(
    "L3: a list that every contact is on already is not changed",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const caller = yield* newCaller
      const { uuid } = yield* lists.create(caller, { name: "Regulars" })
      const rows = [given({ email: "ada@example.org" }), given({ email: "bob@example.org" })]
      yield* imported(caller, rows, { contactListUuid: uuid })
      const before = yield* lists.get(caller.workspace, uuid)
      yield* TestClock.adjust("1 minute")
      const other = { ...caller, actor: (yield* newCaller).actor }
      const { short } = yield* imported(other, rows, { contactListUuid: uuid })
      yield* agree("The outcomes", short, ["unchanged", "unchanged"])
      yield* agree("The list", yield* lists.get(caller.workspace, uuid), before)
      yield* agree("The count", before.count, 2)
    })
  ),

  check(
    "I4, A1, L2: an unknown list, another workspace's and an archived one are refused, and nothing is imported",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const contacts = yield* Contacts
      const [caller, other] = [yield* newCaller, yield* newCaller]
      const theirs = yield* lists.create(other, { name: "Theirs" })
      const archived = yield* lists.create(caller, { name: "Gone" })
      yield* lists.archive(caller, archived.uuid)
      const attempt = (contactListUuid: ContactListUuid) =>
        Effect.flip(accepted(caller, [given({ email: "ada@example.org" })], { contactListUuid }))
      for (const uuid of [ContactListUuids.make(yield* nextId), theirs.uuid]) {
        const error = yield* attempt(uuid)
        yield* holds("It is not found", error instanceof ContactListNotFound && error.uuid === uuid, error)
      }
      const error = yield* attempt(archived.uuid)
      yield* holds("It is archived", error instanceof ContactListArchived && error.uuid === archived.uuid, error)
      const { total } = yield* contacts.list(caller.workspace, newestFirst, everything)
      yield* agree("The contacts", total, 0)
    })
  ),

  check(
    "L2: once the list is archived the rows still to come fail, and nothing of them is written",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const contacts = yield* Contacts
      const imports = yield* ContactImports
      const caller = yield* newCaller
      const { uuid } = yield* lists.create(caller, { name: "Regulars" })
      const rows = ["ada", "bob", "cyd"].map((name) => given({ email: `${name}@example.org` }))
      const ref = yield* accepted(caller, rows, { contactListUuid: uuid })
      yield* lists.archive(caller, uuid)
      yield* workedOff(ref)
      const refused = "failed value_error contact_list_uuid"
      yield* agree("The outcomes", shortOf(yield* receiptsOf(ref)), [refused, refused, refused])
      const { status } = yield* imports.get(caller.workspace, ref.contactImport)
      yield* agree("I5: the status", status, "failed")
      const { total } = yield* contacts.list(caller.workspace, newestFirst, everything)
      yield* agree("The contacts", total, 0)
      yield* agree("The members", yield* members(caller, uuid), [])
      yield* worked(ref)
      yield* agree("Worked on once more", (yield* imports.get(caller.workspace, ref.contactImport)).counts.failed, 3)
    })
  )
]
