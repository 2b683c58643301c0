import { Context, type DateTime, type Option } from "effect"
import type { ContactUuid, NoteUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { Note, NoteTexts } from "./Note.ts"

/** The name of a note, which must be on this contact of this workspace. */
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
    /** Stores a note; false if the workspace has no such contact. Fails with `Conflict` if the workspace has its uuid. */
    readonly insert: (note: Note) => StorageEffect<boolean>

    readonly find: (ref: NoteRef) => StorageEffect<Option.Option<Note>>

    /** Returns the notes of a contact, newest first, then by uuid in the same direction. */
    readonly list: (workspace: WorkspaceUuid, contact: ContactUuid, page: PageRequest) => StorageEffect<Page<Note>>

    /** Returns the newest active notes of a contact before a place: by creation and uuid. At most `limit`, newest first. */
    readonly before: (
      workspace: WorkspaceUuid,
      contact: ContactUuid,
      place: PlaceInTime,
      limit: number
    ) => StorageEffect<ReadonlyArray<Note>>

    /** Replaces title and text in one step, and returns the note. It was updated `now`, or later if it already was. */
    readonly replace: (ref: NoteRef, texts: NoteTexts, now: DateTime.Utc) => StorageEffect<Option.Option<Note>>

    /** Archives a note. False if it does not exist. */
    readonly archive: (ref: NoteRef, now: DateTime.Utc) => StorageEffect<boolean>
  }
>()("@rollcall/core/people/notes/NoteStore") {}
