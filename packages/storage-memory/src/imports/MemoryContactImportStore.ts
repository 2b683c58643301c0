import type { ContactImport, RowResult, WorkspaceUuid } from "@rollcall/core"
import { newestBefore, slice } from "@rollcall/core/operations"
import type { AppliedRow, ImportRow } from "@rollcall/core/people"
import {
  charactersAtOnce,
  compareCodePoints,
  ContactImportStore,
  endOfWait,
  erasedRow,
  type ImportRef,
  isImportOver,
  type RowPlace,
  type RowToUndo
} from "@rollcall/core/storage"
import { Array as Arr, DateTime, type Duration, Effect, Option, Struct } from "effect"
import { storeLayer } from "../database/Database.ts"
import { createdAt, firstDue, oldest, orderBy, orConflict } from "../database/Rows.ts"
import { importDueAt, type ImportWithRows, type Tables } from "../database/Tables.ts"

/** The {@link ContactImportStore} port over tables in memory. */
export const layer = storeLayer(ContactImportStore, ({ read, write }) => {
  const find: ContactImportStore["Service"]["find"] = (ref) =>
    read((tables) => Option.fromUndefinedOr(findImport(tables, ref)?.contactImport))

  return {
    insert: (contactImport, rows) =>
      write(({ imports }, now) => {
        const { uuid, workspaceUuid } = contactImport
        return imports.insert(workspaceUuid, uuid, {
          contactImport,
          rows,
          results: [],
          undone: new Map(),
          dueAt: now,
          overAt: null
        })
      }).pipe(Effect.flatMap(orConflict)),

    find,

    list: (workspace, { fileUuid }, page) =>
      read(({ imports }) => {
        const all = imports.rows(workspace).map(({ contactImport }) => contactImport)
        const wanted = all.filter((one) => fileUuid === null || one.fileUuid === fileUuid)
        return slice(wanted.toSorted(orderBy(createdAt)).toReversed(), page)
      }),

    rows: (ref, outcome, page) =>
      read((tables) => {
        const { results = [], rows = [], undone } = findImport(tables, ref) ?? {}
        const receipts = rows.map(({ erased = false, original }, index) => {
          const applied = results[index]
          const result = applied === undefined ? null : Struct.omit(applied, ["changes"])
          return { index, original, result, undo: undone?.get(index) ?? null, isErased: erased }
        })
        return slice(
          receipts.filter(({ result }) => outcome === null || result?.outcome === outcome),
          page
        )
      }),

    // A transaction is the only writer until it ends: what it reads is locked.
    lock: find,

    nextRows: (ref, limit) =>
      read((tables) => {
        const { results = [], rows = [] } = findImport(tables, ref) ?? {}
        let characters = 0
        const isNext = (row: ImportRow) => {
          const before = characters
          characters += JSON.stringify(row).length
          return before < charactersAtOnce
        }
        const next = rows.slice(results.length, results.length + limit)
        return Arr.takeWhile(next, isNext).map((row, n) => ({ index: results.length + n, row }))
      }),

    record: (contactImport, results, nextCheckAfter) =>
      write((tables, now) => {
        const stored = findImport(tables, refOf(contactImport))
        if (stored === undefined) return
        const dueAt = DateTime.addDuration(now, nextCheckAfter)
        const overAt = isImportOver(contactImport) ? now : null
        putImport(tables, { ...stored, contactImport, results: [...stored.results, ...results], dueAt, overAt })
      }),

    rowsToUndo: (ref, limit) =>
      read((tables) => {
        const { results = [], rows = [], undone } = findImport(tables, ref) ?? {}
        const found = results.flatMap(({ changes = null, contactUuid, index, outcome }): ReadonlyArray<RowToUndo> => {
          const row = rows[index]
          const did = outcome === "created" || outcome === "updated" || changes !== null
          if (row === undefined || contactUuid === null || !did || undone?.has(index) === true) return []
          return [{ changes, contactUuid, index, outcome, row }]
        })
        return found.toReversed().slice(0, limit)
      }),

    recordUndo: (contactImport, undone, gone) =>
      write((tables) => {
        const stored = findImport(tables, refOf(contactImport))
        if (stored === undefined) return
        const left = new Map([...stored.undone, ...undone.map(({ index, issues }) => [index, issues] as const)])
        const results = stored.results.map((result) =>
          left.has(result.index) ? Struct.omit(result, ["changes"]) : result
        )
        putImport(tables, { ...stored, contactImport, results, undone: left })
        for (const other of tables.imports.rows(contactImport.workspaceUuid)) {
          const isGone = ({ contactUuid }: AppliedRow) => contactUuid !== null && gone.includes(contactUuid)
          if (!other.results.some(isGone)) continue
          const kept = other.results.map((one) =>
            isGone(one) ? { ...Struct.omit(one, ["changes"]), contactUuid: null } : one
          )
          putImport(tables, { ...other, results: kept })
        }
      }),

    rowsBefore: (workspace, contacts, place, limit) =>
      read(({ imports }) =>
        newestBefore(
          imports
            .rows(workspace)
            .flatMap(({ contactImport: { createdAt, createdBy, uuid }, results }) =>
              results.flatMap(({ contactUuid, index, outcome }) =>
                contactUuid !== null && contacts.includes(contactUuid)
                  ? [{ contactImport: uuid, index, outcome, createdBy, createdAt }]
                  : []
              )
            ),
          ({ contactImport, createdAt, index }) => ({ at: createdAt, uuid: contactImport, index }),
          place,
          limit
        )
      ),

    eraseRowsOf: (workspace, contacts, limit) =>
      write((tables) => {
        const isOfOne = ({ contactUuid }: RowResult) => contactUuid !== null && contacts.includes(contactUuid)
        const found = placesOf(tables, workspace, isOfOne).slice(0, limit)
        eraseRows(tables, workspace, found)
        return found.length
      }),

    eraseRows: (workspace, places) => write((tables) => eraseRows(tables, workspace, places)),

    unresolvedRows: (workspace, after, limit) =>
      read((tables) =>
        placesOf(tables, workspace, (result, row) => result.contactUuid === null && row.erased !== true)
          .sort(byPlace)
          .filter((place) => after === null || byPlace(place, after) > 0)
          .slice(0, limit)
      ),

    claimDue: ({ limit, nextCheckAfter }) =>
      write((tables, now) => {
        const due = firstDue(tables.imports.all(), importDueAt, now, limit)
        const dueAt = DateTime.addDuration(now, nextCheckAfter)
        for (const stored of due) putImport(tables, { ...stored, dueAt })
        return due.map(({ contactImport }) => refOf(contactImport))
      }),

    shortenChecks: (nextCheckAfter) =>
      write((tables, now) => {
        for (const stored of tables.imports.all()) {
          const dueAt = endOfWait(stored.dueAt, nextCheckAfter, now)
          if (dueAt !== stored.dueAt) putImport(tables, { ...stored, dueAt })
        }
      }),

    pruneRows: ({ keepFor, limit }) =>
      write((tables, now) => {
        let left = limit
        for (const stored of oldImports(tables, keepFor, now)) {
          if (left === 0) break
          const kept = Math.max(0, stored.rows.length - left)
          left -= stored.rows.length - kept
          const [rows, results] = [stored.rows.slice(0, kept), stored.results.slice(0, kept)]
          putImport(tables, { ...stored, rows, results, overAt: kept === 0 ? null : stored.overAt })
        }
        return limit - left
      }),

    prunableRows: (keepFor) =>
      Effect.flatMap(DateTime.now, (now) =>
        read((tables) => oldImports(tables, keepFor, now).reduce((sum, { rows }) => sum + rows.length, 0))
      )
  }
})

/** Returns the imports that ended more than `keepFor` ago, oldest first. */
const oldImports = ({ imports }: Tables, keepFor: Duration.Duration, now: DateTime.Utc) =>
  oldest(imports.all(), ({ overAt }) => overAt, keepFor, now)

/** Returns a workspace's applied rows that satisfy a condition, with their places. */
const placesOf = (
  { imports }: Tables,
  workspace: WorkspaceUuid,
  isWanted: (result: RowResult, row: ImportRow) => boolean
) =>
  imports.rows(workspace).flatMap(({ contactImport, results, rows }) =>
    results.flatMap((result, index) => {
      const row = rows[index]
      return row !== undefined && isWanted(result, row) ? [{ contactImport: contactImport.uuid, index, row }] : []
    })
  )

const byPlace = (a: RowPlace, b: RowPlace): number =>
  compareCodePoints(a.contactImport, b.contactImport) || a.index - b.index

const eraseRows = (tables: Tables, workspace: WorkspaceUuid, places: ReadonlyArray<RowPlace>): void => {
  for (const [contactImport, erased] of Map.groupBy(places, (place) => place.contactImport)) {
    const stored = findImport(tables, { workspace, contactImport })
    if (stored === undefined) continue
    const indexes = new Set(erased.map(({ index }) => index))
    putImport(tables, {
      ...stored,
      rows: stored.rows.map((row, index) => (indexes.has(index) ? erasedRow : row)),
      results: stored.results.map((result) =>
        indexes.has(result.index) ? { ...Struct.omit(result, ["changes"]), contactUuid: null, issues: [] } : result
      )
    })
  }
}

const refOf = ({ uuid, workspaceUuid }: ContactImport): ImportRef => ({
  workspace: workspaceUuid,
  contactImport: uuid
})

const findImport = ({ imports }: Tables, { contactImport, workspace }: ImportRef): ImportWithRows | undefined =>
  imports.get(workspace, contactImport)

const putImport = ({ imports }: Tables, stored: ImportWithRows): void =>
  imports.set(stored.contactImport.workspaceUuid, stored.contactImport.uuid, stored)
