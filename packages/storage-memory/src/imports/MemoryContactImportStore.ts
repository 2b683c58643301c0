import { ContactImportStore, type ImportRef, slice, StorageError } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import type { State } from "../kernel/State.ts"
import { dueImports, findImport, putImport, receiptsOf, refOf, type StoredImport } from "./ImportsState.ts"

/** The imports of the memory database. */
export const layer: Layer.Layer<ContactImportStore, never, MemoryDatabase> = Layer.effect(
  ContactImportStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    const find = (ref: ImportRef) =>
      database.read(({ imports }) => Option.map(findImport(imports, ref), ({ contactImport }) => contactImport))

    /** Changes an import that is there. */
    const change = (ref: ImportRef, to: (stored: StoredImport, now: DateTime.Utc) => StoredImport) =>
      database.modify((state, now): readonly [void, State] => [
        undefined,
        Option.match(findImport(state.imports, ref), {
          onNone: () => state,
          onSome: (stored) => ({ ...state, imports: putImport(state.imports, to(stored, now)) })
        })
      ])

    return ContactImportStore.of({
      insert: (contactImport, rows) =>
        database
          .modify((state, now) =>
            Option.isSome(findImport(state.imports, refOf(contactImport)))
              ? [false, state]
              : [
                  true,
                  { ...state, imports: putImport(state.imports, { contactImport, rows, results: [], dueAt: now }) }
                ]
          )
          .pipe(
            Effect.flatMap((done) =>
              done
                ? Effect.void
                : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The import exists already") }))
            )
          ),

      find,

      rows: (ref, outcome, page) =>
        database.read(({ imports }) => {
          const receipts = Option.match(findImport(imports, ref), { onNone: () => [], onSome: receiptsOf })
          return slice(outcome === null ? receipts : receipts.filter(({ result }) => result?.outcome === outcome), page)
        }),

      // A transaction holds the one lock that all writers need, so nobody else is at work on the import.
      lock: find,

      nextRows: (ref, limit) =>
        database.read(({ imports }) =>
          Option.match(findImport(imports, ref), {
            onNone: () => [],
            onSome: ({ results, rows }) =>
              rows.slice(results.length, results.length + limit).map((row, at) => ({ index: results.length + at, row }))
          })
        ),

      record: (contactImport, results, lookAgainAfter) =>
        change(refOf(contactImport), (stored, now) => ({
          ...stored,
          contactImport,
          results: [...stored.results, ...results],
          dueAt: DateTime.addDuration(now, lookAgainAfter)
        })),

      takeDue: ({ limit, lookAgainAfter }) =>
        database.modify((state, now) => {
          const due = dueImports(state.imports, now).slice(0, limit)
          const dueAt = DateTime.addDuration(now, lookAgainAfter)
          const imports = due.reduce((imports, stored) => putImport(imports, { ...stored, dueAt }), state.imports)
          return [due.map(({ contactImport }) => refOf(contactImport)), { ...state, imports }]
        })
    })
  })
)
