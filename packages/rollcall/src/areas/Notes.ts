import type { CallOptions, Page, PageOptions } from "../methods/Inputs.ts"

/** A note on a contact. */
export interface Note {
  /** The uuid of the note. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of the contact. */
  readonly contactUuid: string
  /** The title; null for none. */
  readonly title: string | null
  /** The text. */
  readonly text: string
  /** Whether it is in use. */
  readonly status: "active" | "archived"
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** When it was archived; null if it was not. */
  readonly archivedAt: Date | null
}

/** The title and text of a note. */
export interface NoteInput {
  /** The title, of at most 250 characters. Default: no title. */
  readonly title?: string | null | undefined
  /** The content: its text. */
  readonly content: {
    /** The text: 1 to 50,000 characters. */
    readonly text: string
  }
}

/** Manages the notes on contacts. */
export interface NoteMethods {
  /**
   * Creates a note on a contact.
   *
   * @param contact The uuid of the contact.
   * @param note The text as `content.text`, of 1 to 50,000 characters, and a `title` of at most 250 characters, or none.
   * @returns The note.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when the text is empty, or a text is too long.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const note = await clinic.notes.create(uuid, { title: "Call", content: { text: "Prefers mornings." } })
   * console.log(note.uuid)
   */
  readonly create: (contact: string, note: NoteInput, options?: CallOptions) => Promise<Note>

  /**
   * Returns a note that is not archived.
   *
   * @param contact The uuid of the contact.
   * @param note The uuid of the note.
   * @returns The note.
   * @throws {not_found} when the contact has no such note, or it is archived.
   * @throws {invalid_input} when an argument is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const note = await clinic.notes.create(uuid, { content: { text: "Prefers mornings." } })
   * const { text } = await clinic.notes.get(uuid, note.uuid)
   * console.log(text)
   */
  readonly get: (contact: string, note: string, options?: CallOptions) => Promise<Note>

  /**
   * Returns the notes of a contact that are not archived, newest first.
   *
   * @param contact The uuid of the contact.
   * @param options The page: `limit` notes (default: 50), from an `offset`.
   * @returns One page of notes, and how many there are in total.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `contact` is not a uuid, or the page is not valid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const { items: notes, total } = await clinic.notes.list(uuid, { limit: 10 })
   * console.log(`${notes.length} of ${total}`)
   */
  readonly list: (contact: string, options?: PageOptions) => Promise<Page<Note>>

  /**
   * Replaces the title and the text of a note. A title that is absent is removed.
   *
   * @param contact The uuid of the contact.
   * @param note The uuid of the note.
   * @param input The new title and text, with the limits of `create`.
   * @returns The note as it is stored now.
   * @throws {not_found} when the contact has no such note, or it is archived.
   * @throws {invalid_input} when the text is empty, or a text is too long.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const note = await clinic.notes.create(uuid, { content: { text: "Prefers mornings." } })
   * await clinic.notes.replace(uuid, note.uuid, { content: { text: "Prefers evenings." } })
   */
  readonly replace: (contact: string, note: string, input: NoteInput, options?: CallOptions) => Promise<Note>

  /**
   * Archives a note. It is no longer listed or found.
   *
   * @param contact The uuid of the contact.
   * @param note The uuid of the note.
   * @returns Nothing.
   * @throws {not_found} when the contact has no such note, or it is archived already.
   * @throws {invalid_input} when an argument is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const note = await clinic.notes.create(uuid, { content: { text: "Prefers mornings." } })
   * await clinic.notes.archive(uuid, note.uuid)
   */
  readonly archive: (contact: string, note: string, options?: CallOptions) => Promise<void>
}
