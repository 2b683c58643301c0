import { Contacts, systemCaller } from "@rollcall/core"
import { ContactMerges, type DuplicateGroup, duplicateKinds, maxShownDuplicates } from "@rollcall/core/people"
import { Effect } from "effect"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, instantOf, newWorkspace } from "../shared/Fixture.ts"

/** The parts of a group that checks compare. */
interface Shown extends Pick<DuplicateGroup, "field" | "value" | "count"> {
  readonly names: ReadonlyArray<string | null>
}

const shown = ({ contacts, count, field, value }: DuplicateGroup): Shown => ({
  field,
  value,
  count,
  names: contacts.map(({ firstName }) => firstName)
})

export const duplicateChecks: ReadonlyArray<Check> = [
  check("M5: unarchived contacts are grouped by a shared identifier, oldest first", function* () {
    const [contacts, merges] = [yield* Contacts, yield* ContactMerges]
    const workspaceUuid = yield* newWorkspace
    const make = (n: number, fields: Parameters<typeof storedContact>[0]) =>
      storedContact({ workspaceUuid, firstName: `${n}`, email: null, createdAt: instantOf(n), ...fields })
    yield* make(3, { email: "Ada@example.org", phoneNumber: "+49 170 111111" })
    yield* make(1, { email: "ada@example.org ", externalContactId: "a" })
    yield* make(2, { email: "mailto:ada@example.org", externalContactId: "A" })
    yield* make(4, { chatappId: "49170111111", phoneNumber: "49 170 111 111" })
    yield* make(5, { chatappId: "49170222222", externalContactId: "\u{1F600}" })
    yield* make(6, { phoneNumber: "+49170222222", externalContactId: "\uFFFD" })
    yield* make(7, { externalContactId: "\u{1F600}" })
    yield* make(8, { externalContactId: "\uFFFD" })
    const archived = yield* make(0, { email: "ada@example.org" })
    const alone = yield* make(9, { email: "alone@example.org" })
    const beside = yield* make(10, { email: "alone@example.org" })
    yield* storedContact({ email: "alone@example.org" })
    for (const { uuid } of [archived, beside]) yield* contacts.archive(systemCaller(workspaceUuid), uuid)
    const numbers: ReadonlyArray<Shown> = [
      { field: "phoneNumber", value: "49170111111", count: 2, names: ["3", "4"] },
      { field: "phoneNumber", value: "49170222222", count: 2, names: ["5", "6"] }
    ]
    const all: ReadonlyArray<Shown> = [
      { field: "email", value: "ada@example.org", count: 3, names: ["1", "2", "3"] },
      ...numbers,
      { field: "externalContactId", value: "\uFFFD", count: 2, names: ["6", "8"] },
      { field: "externalContactId", value: "\u{1F600}", count: 2, names: ["5", "7"] }
    ]
    const caller = systemCaller(workspaceUuid)
    const read = (...request: Parameters<typeof merges.duplicates>) =>
      Effect.map(merges.duplicates(...request), ({ items, next, total }) => ({ items: items.map(shown), next, total }))
    const whole = yield* read(caller, {}, everything)
    yield* agree("All", whole, { items: [...all], next: null, total: 5 })
    for (const field of ["phoneNumber", "chatappId"] as const) {
      const found = yield* read(caller, { field }, everything)
      yield* agree(`Of ${field}`, found, { items: [...numbers], next: null, total: 2 })
    }
    const pages: Array<Shown> = []
    let after: string | null = null
    do {
      const page: Effect.Success<ReturnType<typeof read>> = yield* read(
        caller,
        {},
        { limit: 2, offset: 0, ...(after === null ? {} : { after }) }
      )
      yield* agree("The total of each page", page.total, 5)
      pages.push(...page.items)
      after = page.next
    } while (after !== null)
    yield* agree("From page to page", pages, [...all])
    const second = yield* read(caller, {}, { limit: 2, offset: 2 })
    yield* agree("By offset", second.items, all.slice(2, 4))
    const beyond = yield* read(caller, {}, { limit: 2, offset: 9 })
    yield* agree("Beyond the last", beyond, { items: [], next: null, total: 5 })
    yield* contacts.restore(systemCaller(workspaceUuid), beside.uuid)
    const { items } = yield* read(caller, { field: "email" }, everything)
    yield* agree("Unarchived", items.length, 2)
    yield* contacts.archive(systemCaller(workspaceUuid), alone.uuid)
    yield* agree("None elsewhere (A1)", (yield* read(systemCaller(yield* newWorkspace), {}, everything)).total, 0)
  }),

  check("M5: a group has a maximum number of contacts, and returns its total", function* () {
    const merges = yield* ContactMerges
    const workspaceUuid = yield* newWorkspace
    const count = maxShownDuplicates + 2
    for (let n = count; n > 0; n--)
      yield* storedContact({ workspaceUuid, firstName: `${n}`, email: "ada@example.org", createdAt: instantOf(n) })
    const { items } = yield* merges.duplicates(systemCaller(workspaceUuid), {}, everything)
    const names = Array.from({ length: maxShownDuplicates }, (_, n) => `${n + 1}`)
    yield* agree("Groups", items.map(shown), [{ field: duplicateKinds[0], value: "ada@example.org", count, names }])
  }),

  check("M5: long values with the same prefix are distinct", function* () {
    const merges = yield* ContactMerges
    const workspaceUuid = yield* newWorkspace
    const long = "x".repeat(990)
    const email = (end: string) => `${long}@${end}`
    for (const [n, end] of ["a", "b", "b", "c", "d", "d"].entries())
      yield* storedContact({ workspaceUuid, firstName: `${n}`, email: email(end), createdAt: instantOf(n) })
    const page = { limit: 1, offset: 0 }
    const first = yield* merges.duplicates(systemCaller(workspaceUuid), { field: "email" }, page)
    yield* agree("First", first.items.map(shown), [{ field: "email", value: email("b"), count: 2, names: ["1", "2"] }])
    yield* agree("Total", first.total, 2)
    yield* agree("There is more", first.next === null, false)
    if (first.next === null) return
    const next = yield* merges.duplicates(
      systemCaller(workspaceUuid),
      { field: "email" },
      { ...page, after: first.next }
    )
    yield* agree("Next", next.items.map(shown), [{ field: "email", value: email("d"), count: 2, names: ["4", "5"] }])
  })
]
