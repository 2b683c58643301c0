import { Api, toImportPage, toImportPreview, toImportResource, toImportRowPage } from "@rollcall/api"
import { ContactImports } from "@rollcall/core"
import { ImportUndos } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { bodyRefused } from "../errors/ContactsRefusals.ts"
import { handleContacts } from "../handlers/Handlers.ts"
import { RequestBodies } from "../requests/body/RequestBodies.ts"
import { readImport } from "./ImportReader.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* ContactImports
    const undos = yield* ImportUndos
    const read = readImport(yield* RequestBodies)

    return handleContacts(handlers, {
      create: (caller) =>
        read.pipe(
          Effect.flatMap((request) => imports.create(caller, request)),
          Effect.map(({ uuid }) => ({ contact_import_uuid: uuid })),
          Effect.catchTag("BodyRefused", (refused) => Effect.succeed(bodyRefused(refused)))
        ),
      preview: (caller) =>
        read.pipe(
          Effect.flatMap((request) => imports.preview(caller, request)),
          Effect.map(toImportPreview),
          Effect.catchTag("BodyRefused", (refused) => Effect.succeed(bodyRefused(refused)))
        ),
      list: (caller, { query: { file_uuid, ...page } }) =>
        Effect.map(imports.list(caller, { fileUuid: file_uuid }, page), toImportPage(page)),
      undo: (caller, { params }) => Effect.map(undos.undo(caller, params.contact_import_uuid), toImportResource),
      get: (caller, { params }) => Effect.map(imports.get(caller, params.contact_import_uuid), toImportResource),
      rows: (caller, { params, query: { outcome, ...page } }) =>
        Effect.map(imports.rows(caller, params.contact_import_uuid, { outcome }, page), toImportRowPage(page))
    })
  })
)
