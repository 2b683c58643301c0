import { systemCaller, Notes } from "@rollcall/core"
import type { NoteTexts } from "@rollcall/core/people"
import fc from "fast-check"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { command, shortPageArbitrary } from "./Command.ts"
import { type Fixture, type Ref, refArbitrary } from "./Fixture.ts"

const inputArbitrary = fc.record({
  title: fc.option(
    fc.oneof(
      { weight: 6, arbitrary: textArbitrary.map((text) => text.slice(0, 250).toWellFormed()) },
      { weight: 1, arbitrary: fc.constantFrom("", " ", "x".repeat(251)) }
    ),
    { freq: 3 }
  ),
  text: fc.oneof(
    { weight: 8, arbitrary: textArbitrary },
    { weight: 1, arbitrary: fc.constantFrom(" x ", "line\n\nline\n", " ", "a\0b") }
  )
})

const given = ({ text, title }: NoteTexts) => ({ title, content: { text } })

const noteIn = (fixture: Fixture, note: Ref) => {
  const ref = fixture.note(note)
  return [systemCaller(ref.workspace), ref.contact, ref.note] as const
}

export const createNote = command(
  "create note",
  fc.record({ contact: refArbitrary, input: inputArbitrary }),
  ({ contact, input }, fixture) =>
    Notes.use((notes) => notes.create(systemCaller(fixture.workspace), fixture.contact(contact), given(input)))
)

export const replaceNote = command(
  "replace note",
  fc.record({ note: refArbitrary, input: inputArbitrary }),
  ({ input, note }, fixture) => Notes.use((notes) => notes.replace(...noteIn(fixture, note), given(input)))
)

export const archiveNote = command("archive note", refArbitrary, (note, fixture) =>
  Notes.use((notes) => notes.archive(...noteIn(fixture, note)))
)

export const getNote = command("get note", refArbitrary, (note, fixture) =>
  Notes.use((notes) => notes.get(...noteIn(fixture, note)))
)

export const listNotes = command(
  "list notes",
  fc.record({ contact: refArbitrary, page: shortPageArbitrary }),
  ({ contact, page }, fixture) =>
    Notes.use((notes) => notes.list(systemCaller(fixture.workspace), fixture.contact(contact), page))
)
