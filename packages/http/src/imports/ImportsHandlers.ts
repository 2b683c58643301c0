import { Api, CurrentCaller, toImportPreview, toImportResource, toImportRowPage } from "@rollcall/api"
import { ContactImports } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered, handler } from "../errors/ContactsAnswers.ts"
import { bodyRefused } from "../errors/ContactsRefusals.ts"
import { RequestBodies } from "../requests/body/RequestBodies.ts"
import { readImport } from "./ImportReader.ts"

/** The handlers of the imports group. */
export const layer = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* ContactImports
    const bodies = yield* RequestBodies

    return handlers
      .handleRaw(
        "create",
        Effect.fnUntraced(
          function* () {
            const caller = yield* CurrentCaller
            const { uuid } = yield* imports.create(caller, yield* readImport(bodies))
            return { contact_import_uuid: uuid }
          },
          Effect.catchTag("BodyRefused", (refused) => Effect.succeed(bodyRefused(refused))),
          answered
        )
      )
      .handleRaw(
        "preview",
        Effect.fnUntraced(
          function* () {
            const caller = yield* CurrentCaller
            return toImportPreview(yield* imports.preview(caller, yield* readImport(bodies)))
          },
          Effect.catchTag("BodyRefused", (refused) => Effect.succeed(bodyRefused(refused))),
          answered
        )
      )
      .handleAll({
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return toImportResource(yield* imports.get(workspace, params.contact_import_uuid))
        }),
        rows: handler(function* ({ params, query: { limit, offset, outcome } }) {
          const { workspace } = yield* CurrentCaller
          const page = { limit, offset }
          const rows = yield* imports.rows(workspace, params.contact_import_uuid, { outcome }, page)
          return toImportRowPage(rows, page)
        })
      })
  })
)
