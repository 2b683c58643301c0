import { systemCaller, Contacts, type WorkspaceUuid } from "@rollcall/core"
import { ContactErasure, ContactMerges, type IdentifierKey, type ImportRow } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { found } from "../fixtures/ContactFixture.ts"
import { accepted, given, type ImportOptions, resultsOf, workedOff } from "../fixtures/ImportFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, newCaller } from "../shared/Fixture.ts"

const ana = { externalContactId: "m-1", email: "m1@example.org", phoneNumber: "+49 170 0000001", firstName: "Ana" }
const anna = { externalContactId: "m-2", email: "m2@example.org", phoneNumber: "+49 170 0000002", firstName: "Anna" }

const newMerge = Effect.gen(function* () {
  const caller = yield* newCaller
  const contacts = yield* Contacts
  const survivor = yield* contacts.create(caller, ana)
  const from = yield* contacts.create(caller, anna)
  yield* ContactMerges.use((merges) => merges.merge(caller, survivor.uuid, { from: from.uuid }))
  return { caller, workspace: caller.workspace, survivor, from }
})

const mergedWith = (workspace: WorkspaceUuid, key: IdentifierKey) =>
  Effect.map(
    inTransaction(ContactStore.use((store) => store.lockIdentifiers(workspace, [key]))),
    ([held]) => held?.merged ?? []
  )

const imported = Effect.fnUntraced(function* (
  caller: Effect.Success<typeof newCaller>,
  rows: ReadonlyArray<ImportRow["fields"]>,
  options: ImportOptions
) {
  const ref = yield* accepted(caller, rows.map(given), options)
  yield* workedOff(ref)
  const { receipts } = yield* resultsOf(ref)
  return receipts.map(({ result }) => result?.outcome ?? null)
})

/** Checks that a merged contact's identifiers lead to the surviving contact. */
export const mergedIdentifierChecks: ReadonlyArray<Check> = [
  check("M2: importing the same file repeatedly creates no contact, and gives the survivor no other id", function* () {
    for (const matchOnField of ["externalContactId", "email", "phoneNumber"] as const) {
      const { caller, survivor, workspace } = yield* newMerge
      for (const round of [1, 2]) {
        const outcomes = yield* imported(caller, [ana, anna], { matchOnField })
        yield* agree(`By ${matchOnField}, round ${round}`, outcomes.includes("created"), false)
      }
      const { items } = yield* found(workspace)
      const left = items.map(({ email, externalContactId, phoneNumber, uuid }) => [
        uuid,
        externalContactId,
        email,
        phoneNumber
      ])
      yield* agree("Those that are left", left, [[survivor.uuid, ana.externalContactId, ana.email, ana.phoneNumber]])
    }
  }),

  check(
    "M2: an identifier that another contact now has finds only that contact, in its own workspace (A1)",
    function* () {
      const { caller, workspace } = yield* newMerge
      const other = yield* Contacts.use((contacts) => contacts.create(systemCaller(workspace), { email: anna.email }))
      yield* imported(caller, [{ email: anna.email, lastName: "Other" }], { matchOnField: "email" })
      const after = yield* Contacts.use((contacts) => contacts.get(systemCaller(workspace), other.uuid))
      yield* agree("The other one", after.lastName, "Other")
      const stranger = yield* newCaller
      yield* agree("Elsewhere", yield* imported(stranger, [{ email: anna.email }], { matchOnField: "email" }), [
        "created"
      ])
    }
  ),

  check("M2: an identifier leads through a chain of merges to the last survivor", function* () {
    const { caller, survivor, workspace } = yield* newMerge
    const contacts = yield* Contacts
    const last = yield* contacts.create(systemCaller(workspace), { email: "m3@example.org" })
    yield* ContactMerges.use((merges) => merges.merge(caller, last.uuid, { from: survivor.uuid }))
    for (const email of [ana.email, anna.email]) {
      yield* agree(email, yield* imported(caller, [{ email, lastName: email }], { matchOnField: "email" }), ["updated"])
      yield* agree("Its name", (yield* contacts.get(systemCaller(workspace), last.uuid)).lastName, email)
    }
  }),

  check("M4, C7: an undone merge, or a merge with an erased survivor, leaves no data", function* () {
    const key = { field: "email", value: anna.email } as const
    const undone = yield* newMerge
    yield* agree("Before", yield* mergedWith(undone.workspace, key), [undone.from.uuid])
    yield* ContactMerges.use((merges) => merges.undoMerge(undone.caller, undone.survivor.uuid, {}))
    yield* agree("Undone", yield* mergedWith(undone.workspace, key), [])
    const erased = yield* newMerge
    yield* ContactErasure.use((erasure) => erasure.erase(systemCaller(erased.workspace), erased.survivor.uuid))
    yield* agree("Erased", yield* mergedWith(erased.workspace, key), [])
  })
]
