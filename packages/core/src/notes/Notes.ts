import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { ContactNotFound } from "../contacts/ContactErrors.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type ContactUuid, nextId, NoteUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Note, NoteDraft } from "./Note.ts"
import { noteIssues } from "./NoteRules.ts"
import { type NoteRef, NoteStore } from "./NoteStore.ts"

/** The contact has no note with this uuid, or it is archived. */
export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { uuid: NoteUuid }) {}

/** The notes on the contacts of a workspace. */
export class Notes extends Context.Service<
  Notes,
  {
    readonly create: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      draft: NoteDraft
    ) => Effect.Effect<Note, ContactNotFound | InvalidInput | StorageError>

    readonly get: (ref: NoteRef) => Effect.Effect<Note, NoteNotFound | StorageError>

    /** The notes of a contact, newest first; archived ones are left out (N1). */
    readonly list: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      page: PageRequest
    ) => Effect.Effect<Page<Note>, ContactNotFound | StorageError>

    /** Replaces a note whole. */
    readonly replace: (
      ref: NoteRef,
      draft: NoteDraft
    ) => Effect.Effect<Note, NoteNotFound | InvalidInput | StorageError>

    /** Archives a note: it leaves the listing and is not found any more (N1). */
    readonly archive: (ref: NoteRef) => Effect.Effect<void, NoteNotFound | StorageError>
  }
>()("@rollcall/core/notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contacts = yield* ContactStore

      const check = (draft: NoteDraft) => {
        const issues = noteIssues(draft)
        return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
      }
      const found = (note: Option.Option<Note>, ref: NoteRef) =>
        Effect.mapError(Effect.fromOption(note), () => new NoteNotFound({ uuid: ref.note }))

      const create = Effect.fn("Notes.create")(function* (
        workspace: WorkspaceUuid,
        contact: ContactUuid,
        draft: NoteDraft
      ) {
        yield* check(draft)
        const now = yield* DateTime.now
        const note: Note = {
          ...draft,
          uuid: NoteUuid.make(yield* nextId),
          workspaceUuid: workspace,
          contactUuid: contact,
          status: "active",
          createdAt: now,
          updatedAt: now,
          archivedAt: null
        }
        return (yield* store.insert(note)) ? note : yield* new ContactNotFound({ uuid: contact })
      })

      const get = Effect.fn("Notes.get")(function* (ref: NoteRef) {
        return yield* found(yield* store.find(ref), ref)
      })

      const list = Effect.fn("Notes.list")(function* (
        workspace: WorkspaceUuid,
        contact: ContactUuid,
        page: PageRequest
      ) {
        if (Option.isNone(yield* contacts.find(workspace, contact)))
          return yield* new ContactNotFound({ uuid: contact })
        return yield* store.list(workspace, contact, page)
      })

      const replace = Effect.fn("Notes.replace")(function* (ref: NoteRef, draft: NoteDraft) {
        yield* check(draft)
        return yield* found(yield* store.replace(ref, draft, yield* DateTime.now), ref)
      })

      const archive = Effect.fn("Notes.archive")(function* (ref: NoteRef) {
        if (!(yield* store.archive(ref, yield* DateTime.now))) return yield* new NoteNotFound({ uuid: ref.note })
      })

      return Notes.of({ create, get, list, replace, archive })
    })
  )
}
