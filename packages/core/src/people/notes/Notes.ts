import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { type ContactNotFound, findContact, foundContact, underSurvivor } from "../contacts/FindContact.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { type Caller, type ContactUuid, nextId, NoteUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { checkPage, type Page, type PageRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import { NewNote, type Note, type NoteTexts } from "./Note.ts"
import { noteIssues } from "./NoteRules.ts"
import { type NoteRef, NoteStore } from "./NoteStore.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { create: [1, NewNote], replace: [2, NewNote] } as const

/** The contact has no note with this uuid, or the note is archived. */
export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { uuid: NoteUuid }) {
  override get message(): string {
    return `There is no note ${this.uuid}.`
  }
}

/**
 * Manages the notes on contacts.
 *
 * @example
 * const notes = yield* Notes
 * const { uuid } = yield* notes.create(caller, contact, { content: { text: "Prefers mornings." } })
 * return yield* notes.get(caller, contact, uuid)
 */
export class Notes extends Context.Service<
  Notes,
  {
    /**
     * Stores a note on a contact. Fails with every issue of the title and text.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @param input An optional title, and a text that is not only white space. `limits` has the maximum lengths.
     * @example
     * const notes = yield* Notes
     * const { uuid } = yield* notes.create(caller, contact, { content: { text: "Prefers mornings." } })
     * return uuid
     */
    readonly create: (
      caller: Caller,
      contact: ContactUuid,
      input: NewNote
    ) => Effect.Effect<Note, ContactNotFound | InvalidInput | StorageError>

    /**
     * Returns a note that is not archived.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const notes = yield* Notes
     * const { text, title } = yield* notes.get(caller, contact, note)
     * return [title, text]
     */
    readonly get: (
      caller: Caller,
      contact: ContactUuid,
      note: NoteUuid
    ) => Effect.Effect<Note, NoteNotFound | StorageError>

    /**
     * Returns the active notes of a contact, newest first.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @param page At most `limit` items after the first `offset`: integers from 0.
     * @example
     * const notes = yield* Notes
     * const { items } = yield* notes.list(caller, contact, { limit: 10, offset: 0 })
     * return items.map(({ text }) => text)
     */
    readonly list: (
      caller: Caller,
      contact: ContactUuid,
      page: PageRequest
    ) => Effect.Effect<Page<Note>, ContactNotFound | InvalidInput | StorageError>

    /**
     * Replaces the title and text of a note that is not archived. An absent title is removed.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @param input The whole note, within the limits of `create`.
     * @example
     * const notes = yield* Notes
     * return yield* notes.replace(caller, contact, note, { title: "Times", content: { text: "Prefers evenings." } })
     */
    readonly replace: (
      caller: Caller,
      contact: ContactUuid,
      note: NoteUuid,
      input: NewNote
    ) => Effect.Effect<Note, NoteNotFound | InvalidInput | StorageError>

    /**
     * Archives a note. An archived note is no longer listed or found.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const notes = yield* Notes
     * yield* notes.archive(caller, contact, note)
     */
    readonly archive: (
      caller: Caller,
      contact: ContactUuid,
      note: NoteUuid
    ) => Effect.Effect<void, NoteNotFound | StorageError>
  }
>()("@rollcall/core/people/notes/Notes") {
  static readonly layer = Layer.effect(
    Notes,
    Effect.gen(function* () {
      const store = yield* NoteStore
      const contacts = yield* ContactStore

      /** Reads or changes a note of a contact, or of the survivor if the contact was merged. */
      const noteOn = <A>(ref: NoteRef, change: (ref: NoteRef) => StorageEffect<Option.Option<A>>) =>
        underSurvivor(contacts, ref.workspace, ref.contact, (contact) => change({ ...ref, contact }))

      const found = (note: Option.Option<Note>, uuid: NoteUuid) =>
        Effect.fromOption(note, () => new NoteNotFound({ uuid }))

      return Notes.of(
        workspaceService("Notes", inputs, {
          create: Effect.fnUntraced(function* ({ workspace }, contact, input) {
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
            const inserted = yield* underSurvivor(contacts, workspace, contact, (contactUuid) => {
              const named = { ...note, contactUuid }
              return Effect.map(store.insert(named), (isThere) => (isThere ? Option.some(named) : Option.none()))
            })
            return yield* foundContact<Note>(inserted, contact)
          }),
          get: Effect.fnUntraced(function* ({ workspace }, contact, note) {
            return yield* found(yield* noteOn({ workspace, contact, note }, store.find), note)
          }),
          list: Effect.fnUntraced(function* ({ workspace }, contact, page) {
            yield* checkPage(page)
            const { uuid } = yield* findContact(contacts, workspace, contact)
            return yield* store.list(workspace, uuid, page)
          }),
          replace: Effect.fnUntraced(function* ({ workspace }, contact, note, input) {
            yield* InvalidInput.refuse(noteIssues(input))
            const now = yield* DateTime.now
            const replaced = noteOn({ workspace, contact, note }, (ref) => store.replace(ref, textsOf(input), now))
            return yield* found(yield* replaced, note)
          }),
          archive: Effect.fnUntraced(function* ({ workspace }, contact, note) {
            const now = yield* DateTime.now
            const archived = noteOn({ workspace, contact, note }, (ref) =>
              Effect.map(store.archive(ref, now), (isArchived) => (isArchived ? Option.some(ref) : Option.none()))
            )
            if (Option.isNone(yield* archived)) return yield* new NoteNotFound({ uuid: note })
          })
        })
      )
    })
  )
}

const textsOf = ({ content, title = null }: NewNote): NoteTexts => ({ title, text: content.text })
