import { type ContactImport, ContactImportStore, type ImportRef, isImportOver, slice } from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, findRow, orConflict, replaceRow } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

export const layerContactImportStore = Layer.effect(
  ContactImportStore,
  Effect.map(Database, ({ read, write }) => {
    const find: ContactImportStore["Service"]["find"] = (ref) =>
      read((tables) => Option.map(findImport(tables, ref), ({ contactImport }) => contactImport))

    return ContactImportStore.of({
      insert: (contactImport, rows) =>
        Effect.flatMap(
          write((tables, now) => {
            const { uuid, workspaceUuid } = contactImport
            return addRow(tables.imports, { uuid, workspaceUuid, contactImport, rows, results: [], dueAt: now })
          }),
          orConflict
        ),

      find,

      rows: (ref, outcome, page) =>
        read((tables) => {
          const receipts = Option.toArray(findImport(tables, ref)).flatMap(({ results, rows }) =>
            rows.map(({ original }, index) => ({ index, original, result: results[index] ?? null }))
          )
          return slice(
            receipts.filter(({ result }) => outcome === null || result?.outcome === outcome),
            page
          )
        }),

      // A transaction has the only turn to write: nobody else is at work on the import.
      lock: find,

      nextRows: (ref, limit) =>
        read((tables) =>
          Option.toArray(findImport(tables, ref)).flatMap(({ results, rows }) =>
            rows.map((row, index) => ({ index, row })).slice(results.length, results.length + limit)
          )
        ),

      record: (contactImport, results, lookAgainAfter) =>
        write((tables, now) => {
          const stored = Option.getOrUndefined(findImport(tables, refOf(contactImport)))
          if (stored === undefined) return
          const dueAt = DateTime.addDuration(now, lookAgainAfter)
          replaceRow(tables.imports, { ...stored, contactImport, results: [...stored.results, ...results], dueAt })
        }),

      takeDue: ({ limit, lookAgainAfter }) =>
        write((tables, now) => {
          const due = Array.from(tables.imports.values())
            .filter(
              ({ contactImport, dueAt }) => !isImportOver(contactImport) && DateTime.isLessThanOrEqualTo(dueAt, now)
            )
            .toSorted((a, b) => DateTime.Order(a.dueAt, b.dueAt))
            .slice(0, limit)
          for (const stored of due) {
            replaceRow(tables.imports, { ...stored, dueAt: DateTime.addDuration(now, lookAgainAfter) })
          }
          return due.map(({ contactImport }) => refOf(contactImport))
        })
    })
  })
)

const refOf = ({ uuid, workspaceUuid }: ContactImport): ImportRef => ({
  workspace: workspaceUuid,
  contactImport: uuid
})

const findImport = ({ imports }: Tables, { contactImport, workspace }: ImportRef) =>
  findRow(imports, workspace, contactImport)
