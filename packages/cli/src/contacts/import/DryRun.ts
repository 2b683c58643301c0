import type { ImportRowBody } from "@rollcall/api"
import { EarlierRows, noOutcome, outcomeOf, type RequestOutcome, type RowAnswer } from "@rollcall/contact-files"
import { ContactImportUuid, limits } from "@rollcall/core"
import { nextId } from "@rollcall/core/shared"
import { Effect, Layer } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { read, Target } from "../../targets/Target.ts"
import { keysOfRow } from "./Batches.ts"
import { ImportClient, type ImportRequest } from "./ImportClient.ts"

type Row = typeof ImportRowBody.Type

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
    const done = new Map<ContactImportUuid, RequestOutcome>()

    const preview = Effect.fnUntraced(function* (
      request: ImportRequest,
      rows: ReadonlyArray<Row>
    ): Effect.fn.Return<ReadonlyArray<RowAnswer>, ApiError, Target> {
      const met = earlier.metBy(rows, limits.importRows)
      if (met.length + rows.length > limits.importRows && rows.length > fewestRows) {
        const half = rows.length >> 1
        return [...(yield* preview(request, rows.slice(0, half))), ...(yield* preview(request, rows.slice(half)))]
      }
      const before = met.slice(Math.max(0, met.length + rows.length - limits.importRows))
      const payload = { ...request, contacts: [...before.map(({ row }) => row), ...rows] }
      const answer = yield* read(({ imports }) => imports.preview({ payload }))
      return earlier.add(before, rows, answer.rows)
    })

    return ImportClient.of({
      send: Effect.fn("DryRun.send")(function* (request) {
        const uuid = ContactImportUuid.make(yield* nextId)
        const rows = yield* Effect.provideService(preview(request, request.contacts), Target, target)
        done.set(uuid, outcomeOf(rows))
        return uuid
      }),
      outcome: (uuid) => Effect.sync(() => done.get(uuid) ?? noOutcome)
    })
  })
)
