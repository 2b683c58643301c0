import { Context, type DateTime, type Effect, type Option } from "effect"
import type { ContactUuid, NoteUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Note, NoteDraft } from "./Note.ts"

/** Names one note: it has to be on this contact of this workspace. */
export interface NoteRef {
  readonly workspace: WorkspaceUuid
  readonly contact: ContactUuid
  readonly note: NoteUuid
}

/** Port: the notes of every workspace. An archived note is never found or listed (N1). */
export class NoteStore extends Context.Service<
  NoteStore,
  {
    /**
     * Adds a note; false, and nothing changed, when the workspace has no such contact. Its uuid is new there: a second
     * one is a `Conflict`.
     */
    readonly insert: (note: Note) => Effect.Effect<boolean, StorageError>

    readonly find: (ref: NoteRef) => Effect.Effect<Option.Option<Note>, StorageError>

    /** The notes of a contact, newest first (N1), then by uuid in the same direction. */
    readonly list: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      page: PageRequest
    ) => Effect.Effect<Page<Note>, StorageError>

    /**
     * Puts a draft in the place of the whole note in one step, and gives the note as it then is. It was updated `now`, or
     * at its last update if that is later.
     */
    readonly replace: (
      ref: NoteRef,
      draft: NoteDraft,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Note>, StorageError>

    /** Archives a note; false when there is none. */
    readonly archive: (ref: NoteRef, now: DateTime.Utc) => Effect.Effect<boolean, StorageError>
  }
>()("@rollcall/core/notes/NoteStore") {}
