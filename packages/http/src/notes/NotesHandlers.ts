import { Api, toNotePage, toNoteResource } from "@rollcall/api"
import { Notes } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

export const layer = HttpApiBuilder.group(Api, "notes", (handlers) =>
  Effect.map(Notes, (notes) =>
    handleContacts(handlers, {
      list: (caller, { params, query }) =>
        Effect.map(notes.list(caller, params.contact_uuid, query), toNotePage(query)),
      create: (caller, { params }, body) => Effect.map(notes.create(caller, params.contact_uuid, body), toNoteResource),
      get: (caller, { params }) => Effect.map(notes.get(caller, params.contact_uuid, params.note_uuid), toNoteResource),
      replace: (caller, { params }, body) =>
        Effect.map(notes.replace(caller, params.contact_uuid, params.note_uuid, body), toNoteResource),
      archive: (caller, { params }) => notes.archive(caller, params.contact_uuid, params.note_uuid)
    })
  )
)
