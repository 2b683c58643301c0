import { assert } from "@effect/vitest"
import { ContactImports, ContactLists, Contacts, ContactUuid, Notes, OptOuts } from "@rollcall/core"
import { nextId, ReceivedMessageUuid } from "@rollcall/core/operations"
import { runImport, Timeline } from "@rollcall/core/people"
import { ReceivedMessageStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { TestClock } from "effect/testing"
import { address, broadcastIn } from "../erasure/Fixture.ts"
import { newCaller, refusal } from "../../Services.ts"
import { suite } from "../../Suite.ts"
import { withTimeline } from "./Fixture.ts"

const tick = TestClock.adjust("1 second")

suite(withTimeline)("a contact's timeline (T1)", (test) => {
  test("contains the stored items, newest first, with the actor", function* () {
    const [contacts, lists, notes] = [yield* Contacts, yield* ContactLists, yield* Notes]
    const [imports, messages, optOuts] = [yield* ContactImports, yield* ReceivedMessageStore, yield* OptOuts]
    const timeline = yield* Timeline
    const caller = yield* newCaller
    const { workspace } = caller
    const { uuid } = yield* contacts.create(caller, { email: "ana@example.org", phoneNumber: address })
    const list = yield* lists.create(caller, { name: "Regulars" })
    yield* tick
    yield* lists.addMembers(caller, list.uuid, [uuid])
    yield* tick
    const note = yield* notes.create(caller, uuid, { title: "Call", content: { text: "Asked." } })
    const gone = yield* notes.create(caller, uuid, { content: { text: "Gone." } })
    yield* notes.archive(caller, uuid, gone.uuid)
    yield* tick
    const { ref } = yield* broadcastIn(workspace)
    yield* tick
    const message = ReceivedMessageUuid.make(yield* nextId)
    const texts = {
      channelMessageId: message,
      username: "ana.lima",
      to: "4930",
      kind: "text",
      text: "Stop",
      asksToStop: "yes" as const
    }
    const at = yield* DateTime.now
    yield* messages.add([{ uuid: message, workspaceUuid: workspace, from: address, at, ...texts }])
    yield* tick
    yield* optOuts.record([{ workspace, address, at: yield* DateTime.now }], "message")
    yield* tick
    const { uuid: contactImport } = yield* imports.create(caller, {
      contacts: [{ fields: { email: "ana@example.org", firstName: "Ana" }, customFields: {}, original: {} }],
      matchOnField: "email",
      mergeType: "create_or_update"
    })
    yield* runImport({ workspace, contactImport })

    const { items, next } = yield* timeline.read(caller, uuid, {})
    const by = caller.actor
    assert.strictEqual(next, null)
    assert.deepStrictEqual(
      items.map((entry) => ({ ...entry, at: DateTime.toEpochMillis(entry.at) / 1_000 })),
      [
        {
          ...{ type: "updated", at: 6, by, actor: by },
          changes: [{ field: "firstName", customFieldUuid: null, isHidden: false, from: null, to: "Ana" }]
        },
        { type: "imported", at: 6, by, actor: by, contactImportUuid: contactImport, row: 0, outcome: "updated" },
        { type: "opted_out", at: 5, by: null, actor: null, scope: "all", source: "message" },
        {
          type: "message_in",
          at: 4,
          by: null,
          actor: null,
          receivedMessageUuid: message,
          from: address,
          username: "ana.lima",
          to: "4930",
          kind: "text",
          text: "Stop",
          asksToStop: "yes"
        },
        ...items.filter(({ type }) => type === "message_out").map((entry) => ({ ...entry, at: 3 })),
        {
          type: "note",
          at: 2,
          by: null,
          actor: null,
          noteUuid: note.uuid,
          title: "Call",
          text: "Asked.",
          updatedAt: note.updatedAt
        },
        { type: "list_added", at: 1, by, actor: by, contactListUuid: list.uuid, name: "Regulars" },
        { type: "created", at: 0, by: null, actor: null }
      ]
    )
    const [sent] = items.filter((entry) => entry.type === "message_out")
    assert.deepInclude(sent, { broadcastUuid: ref.broadcast, channelType: "chatapp", identifier: address })
    assert.deepInclude(sent, { status: "rejected", reason: "opted_out", clientReference: "Order 7", sentAt: null })

    const pages: Array<string> = []
    let after: string | null = null
    do {
      const page: { readonly items: ReadonlyArray<{ readonly type: string }>; readonly next: string | null } =
        yield* timeline.read(caller, uuid, { limit: 2, after })
      pages.push(page.items.map(({ type }) => type).join(" "))
      after = page.next
    } while (after !== null)
    assert.deepStrictEqual(pages, [
      "updated imported",
      "opted_out message_in",
      "message_out note",
      "list_added created"
    ])

    const notesAlone = yield* timeline.read(caller, uuid, { types: ["note", "created"] })
    assert.deepStrictEqual(
      notesAlone.items.map(({ type }) => type),
      ["note", "created"]
    )
  })

  test("A1, T1: is rejected for a missing contact, an invalid limit or an invalid cursor", function* () {
    const [contacts, timeline] = [yield* Contacts, yield* Timeline]
    const caller = yield* newCaller
    const { uuid } = yield* contacts.create(caller, { email: "ana@example.org" })
    const other = yield* newCaller
    const read = (...[of = caller, contact = uuid, request = {}]: Partial<Parameters<typeof timeline.read>>) =>
      refusal(timeline.read(of, contact, request))
    assert.deepStrictEqual(yield* read(), [])
    assert.deepStrictEqual(yield* read(other), ["ContactNotFound"])
    assert.deepStrictEqual(yield* read(caller, ContactUuid.make(yield* nextId)), ["ContactNotFound"])
    for (const limit of [0, 101, 1.5, -1]) {
      assert.deepStrictEqual(yield* read(caller, uuid, { limit }), ["value_error limit"])
    }
    assert.deepStrictEqual(yield* read(caller, uuid, { after: "x" }), ["value_error after"])
  })
})
