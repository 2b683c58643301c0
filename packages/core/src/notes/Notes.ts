import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { ContactNotFound } from "../contacts/ContactErrors.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type ContactUuid, nextId, NoteUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { NewNote, Note, NoteTexts } from "./Note.ts"
import { noteIssues } from "./NoteRules.ts"
import { type NoteRef, NoteStore } from "./NoteStore.ts"

/** The contact has no note with this uuid, or it is archived. */
export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { uuid: NoteUuid }) {
  override get message(): string {
    return `There is no note ${this.uuid}.`
  }
}

/** The notes on the contacts of a workspace. */
export class Notes extends Context.Service<
  Notes,
  {
    readonly create: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      input: NewNote
    ) => Effect.Effect<Note, ContactNotFound | InvalidInput | StorageError>

    readonly get: (ref: NoteRef) => Effect.Effect<Note, NoteNotFound | StorageError>

    /** Returns the active notes of a contact, newest first (N1). */
    readonly list: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      page: PageRequest
    ) => Effect.Effect<Page<Note>, ContactNotFound | StorageError>

    readonly replace: (ref: NoteRef, input: NewNote) => Effect.Effect<Note, NoteNotFound | InvalidInput | StorageError>

    /** Archives a note, which is not listed and not found from then on (N1). */
    readonly archive: (ref: NoteRef) => Effect.Effect<void, NoteNotFound | StorageError>
  }
>()("@rollcall/core/notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contacts = yield* ContactStore

      const found = (note: Option.Option<Note>, ref: NoteRef) =>
        Effect.fromOption(note, () => new NoteNotFound({ uuid: ref.note }))

      return Notes.of({
        create: Effect.fn("Notes.create")(function* (workspace, contact, input) {
          yield* InvalidInput.refuse(noteIssues(input))
          const now = yield* DateTime.now
          const note: Note = {
            ...textsOf(input),
            uuid: NoteUuid.make(yield* nextId),
            workspaceUuid: workspace,
            contactUuid: contact,
            status: "active",
            createdAt: now,
            updatedAt: now,
            archivedAt: null
          }
          return (yield* store.insert(note)) ? note : yield* new ContactNotFound({ uuid: contact })
        }),
        get: Effect.fn("Notes.get")(function* (ref) {
          return yield* found(yield* store.find(ref), ref)
        }),
        list: Effect.fn("Notes.list")(function* (workspace, contact, page) {
          if (Option.isNone(yield* contacts.find(workspace, contact)))
            return yield* new ContactNotFound({ uuid: contact })
          return yield* store.list(workspace, contact, page)
        }),
        replace: Effect.fn("Notes.replace")(function* (ref, input) {
          yield* InvalidInput.refuse(noteIssues(input))
          return yield* found(yield* store.replace(ref, textsOf(input), yield* DateTime.now), ref)
        }),
        archive: Effect.fn("Notes.archive")(function* (ref) {
          if (!(yield* store.archive(ref, yield* DateTime.now))) return yield* new NoteNotFound({ uuid: ref.note })
        })
      })
    })
  )
}

const textsOf = ({ content, title = null }: NewNote): NoteTexts => ({ title, text: content.text })
