import {
  ContactImportNotFound,
  ContactImports,
  ContactImportUuid,
  ContactListUuid,
  Contacts,
  InvalidInput,
  nextId,
  newestFirst,
  noRows
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { everything, rowsOf } from "./Fixture.ts"
import {
  accepted,
  countOf,
  given,
  imported,
  type ImportNeeds,
  newCaller,
  receiptsOf,
  shortOf,
  worked
} from "./ImportWorld.ts"

const ada = "ada@example.org"

/** What is promised of an import as a whole: what it takes, and what is told of it (I2, I5). */
export const progressChecks: ReadonlyArray<Check<ImportNeeds>> = [
  check(
    "I2: an accepted import is pending with all its rows; worked off, each has an outcome, a contact and its original",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const contacts = yield* Contacts
      const caller = yield* newCaller
      const rows = [given({ email: " Ada@Example.org ", firstName: " Ada " }), given({ firstName: "Nobody" })]
      const ref = yield* accepted(caller, rows)
      const pending = yield* imports.get(caller.workspace, ref.contactImport)
      const { counts, createdBy, matchOn, mergeType, status, total } = pending
      yield* agree(
        "The import",
        { counts, createdBy, matchOn, mergeType, status, total },
        {
          counts: noRows,
          createdBy: caller.actor,
          matchOn: "email",
          mergeType: "create_or_update",
          status: "pending",
          total: 2
        }
      )
      yield* agree("The rows", shortOf(yield* receiptsOf(ref)), ["pending", "pending"])
      yield* agree("The contacts", yield* countOf(caller.workspace), 0)
      yield* TestClock.adjust("3 seconds")
      yield* worked(ref)
      const over = yield* imports.get(caller.workspace, ref.contactImport)
      const done = { ...noRows, created: 1, failed: 1 }
      yield* agree("Over", over, { ...pending, status: "completed", counts: done, updatedAt: yield* DateTime.now })
      const [first, second] = yield* receiptsOf(ref)
      yield* agree("The rows", shortOf([first, second].filter((one) => one !== undefined)), [
        "created",
        "failed missing external_contact_id"
      ])
      yield* agree(
        "The originals",
        [first?.original, second?.original],
        rows.map(({ original }) => original)
      )
      const uuid = yield* Effect.fromNullishOr(first?.result?.contactUuid)
      const { items } = yield* contacts.list(caller.workspace, newestFirst, everything)
      yield* agree(
        "The contact",
        items.map(({ email, firstName, uuid }) => ({ email, firstName, uuid })),
        [{ email: "Ada@Example.org", firstName: "Ada", uuid }]
      )
    })
  ),

  check(
    "I2: rows are told by outcome and page; another workspace's import is not found (A1)",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const caller = yield* newCaller
      const rows = [given({ email: ada }), given({}), given({ email: ada, lastName: "L" }), given({ firstName: "x" })]
      const { receipts, ref, short } = yield* imported(caller, rows)
      yield* agree("All", short, [
        "created",
        "failed missing external_contact_id",
        "updated",
        "failed missing external_contact_id"
      ])
      const failed = yield* imports.rows(caller.workspace, ref.contactImport, "failed", { limit: 1, offset: 1 })
      yield* agree("A page of those that failed", failed, { items: receipts.slice(3), total: 2 })
      const { workspace } = yield* newCaller
      const stranger = ContactImportUuid.make(yield* nextId)
      for (const [where, uuid] of [
        [workspace, ref.contactImport],
        [caller.workspace, stranger]
      ] as const) {
        const got = yield* Effect.flip(imports.get(where, uuid))
        yield* holds("Not found", got instanceof ContactImportNotFound, got)
        const listed = yield* Effect.flip(imports.rows(where, uuid, null, everything))
        yield* holds("Not found", listed instanceof ContactImportNotFound, listed)
      }
    })
  ),

  check(
    "I3, W4: takes 1 to 1,000 rows, update asks for a match field, and all of that is told at once",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const caller = yield* newCaller
      const issuesOf = (count: number, mergeType: "create" | "update") =>
        imports.create(caller, { rows: rowsOf(count), matchOn: null, mergeType, contactListUuid: null }).pipe(
          Effect.as<ReadonlyArray<string>>([]),
          Effect.catchTag("InvalidInput", ({ issues }) =>
            Effect.succeed(issues.map(({ field, type }) => `${type} ${field}`))
          )
        )
      yield* agree("None", yield* issuesOf(0, "create"), ["too_short contacts"])
      yield* agree("One", yield* issuesOf(1, "create"), [])
      yield* agree("1,000", yield* issuesOf(1_000, "create"), [])
      yield* agree("1,001", yield* issuesOf(1_001, "update"), ["too_long contacts", "missing match_on_field"])
      yield* agree("update", yield* issuesOf(1, "update"), ["missing match_on_field"])
      const refused = imports.create(caller, {
        rows: [],
        matchOn: null,
        mergeType: "create",
        contactListUuid: ContactListUuid.make(yield* nextId)
      })
      yield* holds("Refused", (yield* Effect.flip(refused)) instanceof InvalidInput)
    })
  ),

  check(
    "I5: an import failed when each of its rows did, and is completed otherwise",
    Effect.gen(function* () {
      const caller = yield* newCaller
      const nobody = given({ firstName: "Nobody" })
      const all = yield* imported(caller, [nobody, nobody, nobody])
      yield* agree("All failed", all.contactImport.status, "failed")
      yield* agree("The counts", all.contactImport.counts, { ...noRows, failed: 3 })
      const some = yield* imported(caller, [nobody, given({ email: ada }), nobody])
      yield* agree("One did not", some.contactImport.status, "completed")
    })
  ),

  check(
    "A1: contacts of another workspace match nothing",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const [mine, theirs] = [yield* newCaller, yield* newCaller]
      const contact = yield* contacts.create(theirs.workspace, { email: ada })
      const { short } = yield* imported(mine, [given({ email: ada, firstName: "Mallory" })])
      yield* agree("The outcome", short, ["created"])
      yield* agree("Theirs", yield* contacts.get(theirs.workspace, contact.uuid), contact)
    })
  )
]
