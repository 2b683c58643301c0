import { assert } from "@effect/vitest"
import { Contacts, type ContactUuid } from "@rollcall/core"
import { ContactMerges } from "@rollcall/core/people"
import { HistoryStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { define, newCaller } from "../../Services.ts"
import { suite } from "../../Suite.ts"
import { withTimeline } from "../../person/timeline/Fixture.ts"

const end = { at: DateTime.makeUnsafe(8_000_000_000_000_000), kind: "", uuid: "" }

suite(withTimeline)("a contact's history after its merge is undone", (test) => {
  test("C7, M4: keeps the changes since the merge, without values of the merged contact", function* () {
    const [contacts, merges, history] = [yield* Contacts, yield* ContactMerges, yield* HistoryStore]
    const caller = yield* newCaller
    const { workspace } = caller
    const { uuid } = yield* contacts.create(caller, {
      email: "ada@example.org",
      firstName: "Ada",
      externalContactId: "A1"
    })
    const other = yield* contacts.create(caller, {
      email: "lovelace@example.org",
      firstName: "Augusta",
      lastName: "Lovelace",
      externalContactId: "A1"
    })
    yield* define(workspace, { name: "Tags", fieldType: "multiselect", selectOptions: ["a", "b"] })
    const tag = (contact: ContactUuid, tags: ReadonlyArray<string>) =>
      contacts.update(caller, contact, { customFields: { tags } })
    yield* tag(other.uuid, ["b"])
    const change = (fields: { readonly [field: string]: string | null }) => contacts.update(caller, uuid, fields)
    yield* change({ lastName: "Before" })
    yield* change({ lastName: null })
    yield* tag(uuid, ["a"])
    yield* TestClock.adjust("1 second")
    yield* merges.merge(caller, uuid, { from: other.uuid })
    // The other one's value, which the contact has by the merge.
    yield* change({ lastName: "King" })
    yield* change({ lastName: "Lovelace" })
    // The contact's own value and others; then one of the other one, beside a field that both had the same in.
    yield* change({ firstName: "Ann" })
    yield* change({ firstName: "Augusta", externalContactId: "A2", chatappId: "49170" })
    yield* change({ firstName: "Ada", externalContactId: "A1", chatappId: null })
    yield* tag(uuid, ["a"])
    yield* tag(uuid, ["a", "b"])
    yield* merges.undoMerge(caller, uuid, {})

    const entries = yield* history.before(workspace, [uuid], ["updated"], end, 12)
    const shown = entries
      .toReversed()
      .map((entry) =>
        entry.kind === "updated"
          ? entry.details.changes
              .map(({ field, values }) => `${field} ${values === null ? "?" : String(values.to)}`)
              .toSorted()
          : []
      )
    assert.deepStrictEqual(shown, [
      ["lastName Before"],
      ["lastName null"],
      ["tags a"],
      ["lastName ?"],
      ["lastName ?"],
      ["firstName Ann"],
      ["chatappId 49170", "externalContactId A2", "firstName ?"],
      ["chatappId null", "externalContactId A1", "firstName ?"],
      ["tags ?"],
      ["tags ?"]
    ])
  })
})
