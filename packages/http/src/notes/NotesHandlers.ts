import { Api, CreateNoteBody, CurrentCaller, ReplaceNoteBody, toNoteResource } from "@rollcall/api"
import { type ContactUuid, type NoteRef, Notes, type NoteUuid } from "@rollcall/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answered } from "../errors/ContactsAnswers.ts"
import type { BodyDecoders } from "../errors/ContactsRequestErrors.ts"
import { bodyReader, decoderOfBothCases } from "../requests/BodyDecoder.ts"

const decodeCreate = decoderOfBothCases(CreateNoteBody)
const decodeReplace = decoderOfBothCases(ReplaceNoteBody)

/** What decodes the body of each endpoint that takes one. */
export const decoders: BodyDecoders = { "notes.create": decodeCreate, "notes.replace": decodeReplace }

interface Params {
  readonly contact_uuid: ContactUuid
  readonly note_uuid: NoteUuid
}

const refOf = (params: Params) =>
  Effect.map(CurrentCaller, ({ workspace }): NoteRef => ({
    workspace,
    contact: params.contact_uuid,
    note: params.note_uuid
  }))

/** The handlers of the notes group. */
export const layer = HttpApiBuilder.group(
  Api,
  "notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* Notes
    const body = yield* bodyReader

    return handlers
      .handle("list", ({ params, query: page }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { items, total } = yield* notes.list(workspace, params.contact_uuid, page)
          return { notes: items.map(toNoteResource), pagination: { ...page, total } }
        }).pipe(answered)
      )
      .handleRaw("create", ({ params }) =>
        Effect.gen(function* () {
          const { workspace } = yield* CurrentCaller
          const { content, title } = yield* body(decodeCreate)
          const draft = { title: title ?? null, text: content.text }
          return toNoteResource(yield* notes.create(workspace, params.contact_uuid, draft))
        }).pipe(answered)
      )
      .handle("get", ({ params }) =>
        Effect.gen(function* () {
          return toNoteResource(yield* notes.get(yield* refOf(params)))
        }).pipe(answered)
      )
      .handleRaw("replace", ({ params }) =>
        Effect.gen(function* () {
          const ref = yield* refOf(params)
          const { content, title } = yield* body(decodeReplace)
          return toNoteResource(yield* notes.replace(ref, { title, text: content.text }))
        }).pipe(answered)
      )
      .handle("archive", ({ params }) =>
        Effect.gen(function* () {
          yield* notes.archive(yield* refOf(params))
        }).pipe(answered)
      )
  })
)
