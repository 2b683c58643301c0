import { Context, type DateTime, type Option } from "effect"
import type { ContactUuid, NoteUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Note, NoteTexts } from "./Note.ts"

/** A reference to a note. The note must be on this contact in this workspace. */
export interface NoteRef {
  readonly workspace: WorkspaceUuid
  readonly contact: ContactUuid
  readonly note: NoteUuid
}

/**
 * Port: the notes of every workspace. An archived note is never found or listed.
 *
 * @see docs/contributing/decisions.md, N1
 */
export class NoteStore extends Context.Service<
  NoteStore,
  {
    /**
     * Stores a note. Returns false if the workspace has no such contact. Fails with `Conflict` if the workspace has a note
     * with this uuid.
     */
    readonly insert: (note: Note) => StorageEffect<boolean>

    readonly find: (ref: NoteRef) => StorageEffect<Option.Option<Note>>

    /** Returns the notes of a contact, newest first, then by uuid in the same direction. */
    readonly list: (workspace: WorkspaceUuid, contact: ContactUuid, page: PageRequest) => StorageEffect<Page<Note>>

    /**
     * Returns at most `limit` active notes of a contact before a position, newest first. The order is by creation, then by
     * uuid.
     */
    readonly before: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<Note>>

    /**
     * Replaces the title and text in one step, and returns the note. `updatedAt` becomes `now`, unless it is already
     * later.
     */
    readonly replace: (ref: NoteRef, texts: NoteTexts, now: DateTime.Utc) => StorageEffect<Option.Option<Note>>

    /** Archives a note. Returns false if the note does not exist. */
    readonly archive: (ref: NoteRef, now: DateTime.Utc) => StorageEffect<boolean>
  }
>()("@rollcall/core/people/notes/NoteStore") {}
