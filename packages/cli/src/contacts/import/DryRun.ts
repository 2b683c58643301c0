import type { ImportRowBody } from "@rollcall/api"
import { EarlierRows, noOutcome, outcomeOf, type RequestOutcome, type RowAnswer } from "@rollcall/contact-files"
import { ContactImportUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Effect, Layer } from "effect"
import { read, Target } from "../../targets/Target.ts"
import { keysOfRow } from "./Batches.ts"
import { ImportClient, type ImportRequest } from "./ImportClient.ts"

type Row = typeof ImportRowBody.Type

/**
 * An import client that asks the target what each request would do, without storing rows. Each request also includes the
 * earlier rows of the file that affect its rows, because the target hasn't stored them.
 */
export const layerDryRun = Layer.effect(
  ImportClient,
  Effect.gen(function* () {
    const target = yield* Target
    const earlier = new EarlierRows<Row>(keysOfRow)
    const done = new Map<ContactImportUuid, RequestOutcome>()

    const preview = Effect.fnUntraced(function* ({ contacts, ...plan }: ImportRequest) {
      const answers: Array<RowAnswer> = []
      while (answers.length < contacts.length) {
        const request = earlier.request(contacts.slice(answers.length))
        const payload = { ...plan, contacts: [...request.before.map(({ row }) => row), ...request.rows] }
        answers.push(...earlier.add(request, (yield* read(({ imports }) => imports.preview({ payload }))).rows))
      }
      return answers
    })

    return ImportClient.of({
      send: Effect.fn("DryRun.send")(function* (request) {
        const uuid = ContactImportUuid.make(yield* nextId)
        const rows = yield* Effect.provideService(preview(request), Target, target)
        done.set(uuid, outcomeOf(rows))
        return uuid
      }),
      outcome: (uuid) => Effect.sync(() => done.get(uuid) ?? noOutcome)
    })
  })
)
