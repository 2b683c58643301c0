import type { ImportPreviewResource, ImportRowBody } from "@rollcall/api"
import { EarlierRows } from "@rollcall/contact-files"
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
    const earlier = new EarlierRows<Row>(keysOfRow)
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
