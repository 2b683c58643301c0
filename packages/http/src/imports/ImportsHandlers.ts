import { Api, CurrentCaller, toImportResource, toImportRowPage } from "@rollcall/api"
import { ContactImports } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import { RequestBodies } from "../requests/RequestBodies.ts"
import { readImport } from "./ImportReader.ts"

/** The handlers of the imports group. */
export const layer = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* ContactImports
    const bodies = yield* RequestBodies

    return handlers
      .handleRaw("create", () =>
        Effect.gen(function* () {
          const caller = yield* CurrentCaller
          const { uuid } = yield* imports.create(caller, yield* readImport(bodies))
          return { contact_import_uuid: uuid }
        }).pipe(answered)
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          return toImportResource(yield* imports.get(workspace, params.contact_import_uuid))
        }).pipe(answered)
      )
      .handle("rows", ({ params, query: { limit, offset, outcome } }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const page = { limit, offset }
          const rows = yield* imports.rows(workspace, params.contact_import_uuid, outcome ?? null, page)
          return toImportRowPage(rows, page)
        }).pipe(answered)
      )
  })
)
