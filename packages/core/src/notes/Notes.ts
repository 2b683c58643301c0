import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { withSpans } from "../shared/Spans.ts"
import { ContactNotFound } from "../contacts/ContactErrors.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type ContactUuid, nextId, NoteUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import { checkPage, type Page, type PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { NewNote, Note, NoteTexts } from "./Note.ts"
import { noteIssues } from "./NoteRules.ts"
import { NoteStore } from "./NoteStore.ts"

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

    readonly get: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      note: NoteUuid
    ) => Effect.Effect<Note, NoteNotFound | StorageError>

    /** Returns the active notes of a contact, newest first (N1). */
    readonly list: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      page: PageRequest
    ) => Effect.Effect<Page<Note>, ContactNotFound | InvalidInput | StorageError>

    readonly replace: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      note: NoteUuid,
      input: NewNote
    ) => Effect.Effect<Note, NoteNotFound | InvalidInput | StorageError>

    /** Archives a note, which is not listed and not found from then on (N1). */
    readonly archive: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      note: NoteUuid
    ) => Effect.Effect<void, NoteNotFound | StorageError>
  }
>()("@rollcall/core/notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contacts = yield* ContactStore

      const found = (note: Option.Option<Note>, uuid: NoteUuid) =>
        Effect.fromOption(note, () => new NoteNotFound({ uuid }))

      return Notes.of(
        withSpans("Notes", {
          create: Effect.fnUntraced(function* (workspace, contact, input) {
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
          get: Effect.fnUntraced(function* (workspace, contact, note) {
            return yield* found(yield* store.find({ workspace, contact, note }), note)
          }),
          list: Effect.fnUntraced(function* (workspace, contact, page) {
            yield* checkPage(page)
            if (Option.isNone(yield* contacts.find(workspace, contact)))
              return yield* new ContactNotFound({ uuid: contact })
            return yield* store.list(workspace, contact, page)
          }),
          replace: Effect.fnUntraced(function* (workspace, contact, note, input) {
            yield* InvalidInput.refuse(noteIssues(input))
            const ref = { workspace, contact, note }
            return yield* found(yield* store.replace(ref, textsOf(input), yield* DateTime.now), note)
          }),
          archive: Effect.fnUntraced(function* (workspace, contact, note) {
            const isArchived = yield* store.archive({ workspace, contact, note }, yield* DateTime.now)
            if (!isArchived) return yield* new NoteNotFound({ uuid: note })
          })
        })
      )
    })
  )
}

const textsOf = ({ content, title = null }: NewNote): NoteTexts => ({ title, text: content.text })
