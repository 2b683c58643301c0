import fc from "fast-check"
import type { Command } from "./Command.ts"
import {
  archiveContact,
  createContact,
  eraseContact,
  getContact,
  listContacts,
  searchContacts,
  setValue,
  updateContact,
  updateValues
} from "./ContactCommands.ts"
import { archiveField, createField, getField, listFields, restoreField, updateField } from "./FieldCommands.ts"
import {
  addMembers,
  archiveList,
  createList,
  getList,
  listLists,
  listsOf,
  members,
  removeMembers,
  restoreList,
  updateList
} from "./ListCommands.ts"
import { archiveNote, createNote, getNote, listNotes, replaceNote } from "./NoteCommands.ts"

/** A command, its workspace, and how far the clock is adjusted before it; rarely, backwards. */
export interface Step {
  readonly inFirst: boolean
  readonly wait: number
  readonly command: Command
}

const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })

const creations = fc.oneof(
  weighted(4, createContact),
  weighted(3, createField),
  weighted(2, createList),
  weighted(2, createNote),
  weighted(3, addMembers)
)

const commands = fc.oneof(
  weighted(3, createContact),
  weighted(5, updateContact),
  weighted(5, archiveContact),
  weighted(1, eraseContact),
  weighted(1, getContact),
  weighted(2, listContacts),
  weighted(6, searchContacts),
  weighted(5, setValue),
  weighted(3, updateValues),
  weighted(5, createField),
  weighted(3, updateField),
  weighted(4, archiveField),
  weighted(4, restoreField),
  weighted(1, getField),
  weighted(1, listFields),
  weighted(1, createList),
  weighted(2, updateList),
  weighted(2, archiveList),
  weighted(2, restoreList),
  weighted(1, getList),
  weighted(8, addMembers),
  weighted(3, removeMembers),
  weighted(3, members),
  weighted(2, listsOf),
  weighted(2, listLists),
  weighted(2, createNote),
  weighted(3, replaceNote),
  weighted(1, archiveNote),
  weighted(1, getNote),
  weighted(2, listNotes)
)

const stepOf = (command: fc.Arbitrary<Command>): fc.Arbitrary<Step> =>
  fc.record({
    inFirst: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    wait: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 1) },
      { weight: 2, arbitrary: fc.constantFrom(999, 1_000, 43_200_000, 86_400_000) },
      { weight: 1, arbitrary: fc.constantFrom(-1, -1_000) }
    ),
    command
  })

/** The steps of a model run: first mostly creations, then all commands. Every sublist is valid too. */
export const stepsArbitrary: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .tuple(
    fc.array(stepOf(creations), { maxLength: 16, size: "max" }),
    fc.array(stepOf(commands), { minLength: 1, maxLength: 45, size: "max" })
  )
  .map((parts) => parts.flat())
