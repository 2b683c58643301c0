import { ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { ContactImportStore, erasedRow, type RowPlace } from "@rollcall/core/storage"
import { Effect } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, newWorkspace } from "../shared/Fixture.ts"
import { record, resultsFrom, rowsOf, storedImport } from "../fixtures/ImportFixture.ts"

const outcomes = ["created", "failed", "updated", "skipped", "created"] as const

/** Stores an import of six rows and applies five. The second and the fourth row resolved to no contact. */
const applied = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
  const contact = ContactUuid.make(yield* nextId)
  const { contactImport, ref, rows } = yield* storedImport(rowsOf(6), { workspaceUuid })
  const results = resultsFrom(0, outcomes).map((result, index) => {
    return { ...result, contactUuid: index % 2 === 0 ? contact : null }
  })
  yield* record({ ...contactImport, status: "processing" }, results)
  return { contact, ref, rows, results }
})

/** Checks how the rows of imports are erased. */
export const eraseRowChecks: ReadonlyArray<Check> = [
  check("C7, I2: rows that resolved to a contact are erased in parts, and keep their outcomes", function* () {
    const store = yield* ContactImportStore
    const workspace = yield* newWorkspace
    const { contact, ref, results, rows } = yield* applied(workspace)
    const neighbour = yield* applied(workspace)
    const counts: Array<number> = []
    for (const limit of [2, 2, 2]) counts.push(yield* store.eraseRowsOf(workspace, [contact], limit))
    yield* agree("How many are erased", counts, [2, 1, 0])
    yield* agree("Of another workspace (A1)", yield* store.eraseRowsOf(yield* newWorkspace, [neighbour.contact], 9), 0)
    const shown = rows.map(({ original }, index) => {
      const isErased = index % 2 === 0 && index < outcomes.length
      const result = results[index] ?? null
      const undo = null
      if (!isErased || result === null) return { index, original, result, undo, isErased }
      const erased = { ...result, contactUuid: null, issues: [] }
      return { index, original: erasedRow.original, result: erased, undo, isErased }
    })
    yield* agree("The rows", (yield* store.rows(ref, null, everything)).items, shown)
    const untouched = (yield* store.rows(neighbour.ref, null, everything)).items
    yield* agree(
      "Rows of another contact",
      untouched.some(({ isErased }) => isErased),
      false
    )
    yield* agree(
      "What is to be done",
      yield* store.nextRows(ref, 9),
      rows.slice(5).map((row) => ({ index: 5, row }))
    )
  }),

  check("C7: applied rows without a contact are read in order, and erased by their positions", function* () {
    const store = yield* ContactImportStore
    const workspace = yield* newWorkspace
    const imports = [yield* applied(workspace), yield* applied(workspace)].toSorted((a, b) =>
      a.ref.contactImport < b.ref.contactImport ? -1 : 1
    )
    yield* applied(yield* newWorkspace)
    const expected = imports.flatMap(({ ref: { contactImport }, rows }) =>
      [1, 3].map((index) => ({ contactImport, index, row: rows[index] }))
    )
    const pages = Effect.fnUntraced(function* (limit: number) {
      const found: Array<unknown> = []
      let after: RowPlace | null = null
      for (let page = 0; page < 5; page++) {
        const rows: ReadonlyArray<RowPlace> = yield* store.unresolvedRows(workspace, after, limit)
        found.push(...rows)
        after = rows.at(-1) ?? after
      }
      return found
    })
    for (const limit of [1, 3, 9]) yield* agree(`The rows by ${limit}`, yield* pages(limit), expected)
    yield* store.eraseRows(workspace, expected.slice(1, 2))
    yield* store.eraseRows(yield* newWorkspace, expected)
    yield* store.eraseRows(workspace, [])
    yield* agree("The rows then", yield* pages(9), [...expected.slice(0, 1), ...expected.slice(2)])
    const [first] = imports
    const items = first === undefined ? [] : (yield* store.rows(first.ref, null, everything)).items
    yield* agree(
      "Which are erased",
      items.map(({ isErased }) => isErased),
      [false, false, false, true, false, false]
    )
  })
]
