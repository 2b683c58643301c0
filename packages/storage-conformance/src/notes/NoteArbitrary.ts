import { type ContactUuid, type Note, NoteUuid, type WorkspaceUuid } from "@rollcall/core"
import { maxTextLength, maxTitleLength, type NoteTexts } from "@rollcall/core/notes"
import fc from "fast-check"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

const titleArbitrary = textArbitrary.map((text) => text.slice(0, maxTitleLength).toWellFormed())

/** A note as it is given and stored: white space is kept, and no title differs from an empty one. */
export const newNoteArbitrary: fc.Arbitrary<NoteTexts> = fc.record({
  title: fc.option(fc.oneof({ weight: 5, arbitrary: titleArbitrary }, fc.constantFrom("", " "))),
  text: fc.oneof(
    { weight: 8, arbitrary: textArbitrary },
    fc.constantFrom(" x ", "line\n\nline\n", "é".repeat(maxTextLength), "😀".repeat(maxTextLength / 2))
  )
})

/** A note as the services write it. */
export const noteArbitrary = (workspaceUuid: WorkspaceUuid, contactUuid: ContactUuid): fc.Arbitrary<Note> =>
  fc
    .record({
      uuid: fc.uuid().map((uuid) => NoteUuid.make(uuid)),
      input: newNoteArbitrary,
      createdAt: instantArbitrary,
      updatedAt: instantArbitrary
    })
    .map(({ input, ...note }) => ({
      ...note,
      ...input,
      workspaceUuid,
      contactUuid,
      status: "active" as const,
      archivedAt: null
    }))
