import type { ImportPreviewResource, ImportRowBody } from "@rollcall/api"
import { ContactImportUuid, limits } from "@rollcall/core"
import { noRows } from "@rollcall/core/imports"
import { nextId } from "@rollcall/core/shared"
import { Effect, Layer } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { read, Target } from "../../targets/Target.ts"
import { keysOfRow } from "./Batches.ts"
import { failedRow, ImportClient, type ImportOutcome, type ImportRequest } from "./ImportClient.ts"

type Row = typeof ImportRowBody.Type
type Preview = (typeof ImportPreviewResource.Type)["rows"]

/** A request is not cut into fewer rows to make room for earlier ones. */
const fewestRows = 100

/**
 * A client that has the target say what each request would do. A request begins with the earlier rows of the file that
 * its own rows meet, because the target has stored none of them.
 */
export const layerDryRun = Layer.effect(
  ImportClient,
  Effect.gen(function* () {
    const target = yield* Target
    const earlier = new EarlierRows()
    const done = new Map<ContactImportUuid, ReturnType<typeof outcomeOf>>()

    const preview = Effect.fnUntraced(function* (
      request: ImportRequest,
      rows: ReadonlyArray<Row>
    ): Effect.fn.Return<Preview, ApiError, Target> {
      const met = earlier.metBy(rows, limits.importRows)
      if (met.length + rows.length > limits.importRows && rows.length > fewestRows) {
        const half = rows.length >> 1
        return [...(yield* preview(request, rows.slice(0, half))), ...(yield* preview(request, rows.slice(half)))]
      }
      const before = met.slice(rows.length - limits.importRows)
      const payload = { ...request, contacts: [...before, ...rows] }
      const answer = yield* read(({ imports }) => imports.preview({ payload }))
      earlier.add(rows)
      return answer.rows.slice(before.length)
    })

    const find = (uuid: ContactImportUuid) => Effect.sync(() => done.get(uuid) ?? outcomeOf([]))
    return ImportClient.of({
      send: Effect.fn("DryRun.send")(function* (request) {
        const uuid = ContactImportUuid.make(yield* nextId)
        const rows = yield* Effect.provideService(preview(request, request.contacts), Target, target)
        done.set(uuid, outcomeOf(rows))
        return uuid
      }),
      outcome: find,
      unmatched: (uuid) => Effect.map(find(uuid), ({ unmatched }) => unmatched)
    })
  })
)

const outcomeOf = (rows: Preview): ImportOutcome & { readonly unmatched: ReadonlyArray<number> } => {
  const counts = { ...noRows }
  for (const { outcome } of rows) counts[outcome] += 1
  const placed = rows.map((row, index) => ({ ...row, index }))
  return {
    counts,
    failed: placed.filter(({ outcome }) => outcome === "failed").map(failedRow),
    unmatched: placed.flatMap(({ contact_uuid, index, outcome }) =>
      outcome === "skipped" && contact_uuid === null ? [index] : []
    )
  }
}

/** The rows of a file that were sent already, by their identifiers. */
class EarlierRows {
  private readonly rows: Array<{ readonly row: Row; readonly keys: ReadonlyArray<string> }> = []
  private readonly places = new Map<string, Array<number>>()

  add(rows: ReadonlyArray<Row>): void {
    for (const row of rows) {
      const keys = keysOfRow(row)
      const place = this.rows.push({ row, keys }) - 1
      for (const key of keys) {
        const places = this.places.get(key)
        if (places === undefined) this.places.set(key, [place])
        else places.push(place)
      }
    }
  }

  /** Returns at most so many rows that have an identifier in common with these or with one that has, in their order. */
  metBy(rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Row> {
    const keys = new Set(rows.flatMap(keysOfRow))
    const met = new Map<number, Row>()
    // A set gives also what is added while it is read.
    for (const key of keys) {
      for (const place of this.places.get(key)?.slice(-limit).toReversed() ?? []) {
        const found = this.rows[place]
        if (found === undefined || met.has(place)) continue
        if (met.size === limit) return inOrder(met)
        met.set(place, found.row)
        for (const other of found.keys) keys.add(other)
      }
    }
    return inOrder(met)
  }
}

const inOrder = (rows: ReadonlyMap<number, Row>): ReadonlyArray<Row> =>
  Array.from(rows)
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) => row)
