import { Api, toNotePage, toNoteResource } from "@rollcall/api"
import { Notes } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handleContacts } from "../handlers/Handlers.ts"

/** The handlers of the notes group. */
export const layer = HttpApiBuilder.group(Api, "notes", (handlers) =>
  Effect.map(Notes, (notes) =>
    handleContacts(handlers, {
      list: ({ workspace }, { params, query }) =>
        Effect.map(notes.list(workspace, params.contact_uuid, query), toNotePage(query)),
      create: ({ workspace }, { params }, body) =>
        Effect.map(notes.create(workspace, params.contact_uuid, body), toNoteResource),
      get: ({ workspace }, { params }) =>
        Effect.map(notes.get(workspace, params.contact_uuid, params.note_uuid), toNoteResource),
      replace: ({ workspace }, { params }, body) =>
        Effect.map(notes.replace(workspace, params.contact_uuid, params.note_uuid, body), toNoteResource),
      archive: ({ workspace }, { params }) => notes.archive(workspace, params.contact_uuid, params.note_uuid)
    })
  )
)
