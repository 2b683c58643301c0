import { Api, CurrentCaller, NotePage, NoteResource, toNoteResource } from "@rollcall/api"
import { type ContactUuid, Notes, type NoteUuid } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aNote = jsonAnswer(NoteResource)
const newNote = jsonAnswer(NoteResource, 201)
const aPage = jsonAnswer(NotePage)

interface Params {
  readonly contact_uuid: ContactUuid
  readonly note_uuid: NoteUuid
}

const noteOf = ({ contact_uuid, note_uuid }: Params) =>
  Effect.map(CurrentCaller, ({ workspace }) => [workspace, contact_uuid, note_uuid] as const)

/** The handlers of the notes group. */
export const layer = HttpApiBuilder.group(
  Api,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* Notes

    return handlers
      .handleAll({
        list: handler(function* ({ params, query: page }) {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* notes.list(workspace, params.contact_uuid, page)
          return aPage({ notes: items.map(toNoteResource), pagination: { ...page, total } })
        }),
        get: handler(function* ({ params }) {
          return aNote(toNoteResource(yield* notes.get(...(yield* noteOf(params)))))
        }),
        archive: handler(function* ({ params }) {
          yield* notes.archive(...(yield* noteOf(params)))
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return newNote(toNoteResource(yield* notes.create(workspace, params.contact_uuid, payload)))
        })
      )
      .handleRaw(
        "replace",
        handler(function* ({ endpoint, params }) {
          const payload = yield* bodyOf(endpoint)
          return aNote(toNoteResource(yield* notes.replace(...(yield* noteOf(params)), payload)))
        })
      )
  })
)
