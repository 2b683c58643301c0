import { nameOf, proposedTargets, type Reading } from "@rollcall/contact-files"
import { asRefusal } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { tabStorage } from "../../reading/Kept.ts"
import { askBeforeLeaving } from "../../reading/Leaving.ts"
import { readList, readText, readStruct } from "../../reading/Reader.ts"
import { shared, useShared } from "../../reading/Shared.ts"
import { type Choices, readChoices, unchosen } from "./Choices.ts"
import type { Known } from "./FileRows.ts"
import { checkFile } from "./FileChecks.ts"
import { type OpenedFile, openFile, type Written } from "./OpenedFile.ts"
import { own } from "../../reading/Own.ts"

/** The stored choices for a file with this name and these columns. */
interface Chosen {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  readonly choices: Choices
}

const readChosen = readStruct<Chosen>({ name: readText, columns: readList(readText), choices: readChoices })

/** A file that is being opened, and how many of its bytes were read. */
interface Opening {
  readonly name: string
  readonly size: number
  readonly read: number
}

interface State {
  readonly opened: OpenedFile | undefined
  readonly opening: Opening | undefined
  readonly refusal: Refusal | undefined
  /** The last choices. They survive a reload of the page; the file doesn't. */
  readonly last: Chosen | undefined
  /** The name of an earlier file with the same columns. Its choices were used for the opened file. */
  readonly like: string | undefined
}

const key = "import.choices"

/** The file to import. It stays chosen while the user is on another view. */
const state = shared<State>({
  opened: undefined,
  opening: undefined,
  refusal: undefined,
  last: tabStorage.read(key, readChosen),
  like: undefined
})

const change = (some: Partial<State>): void => {
  state.value = { ...state.value, ...some }
}

const keep = (last: Chosen): Chosen => {
  tabStorage.write(key, last)
  return last
}

let stop = new AbortController()
let release = (): void => undefined

const look = async (file: File, said: Written, before: Chosen | undefined, fields: Known["fields"]): Promise<void> => {
  stop.abort()
  const { signal } = (stop = new AbortController())
  const { name, size } = file
  change({ refusal: undefined, opening: { name, size, read: 0 } })
  try {
    const found = await openFile(file, said, fields, signal, (read) => {
      if (!signal.aborted) change({ opening: { name, size, read } })
    })
    if (signal.aborted) return
    const { opened: earlier } = state.value
    const offered = earlier?.file === file ? earlier.readings : []
    const isFound = ({ option }: Reading) => found.readings.some((reading) => reading.option === option)
    const opened = { ...found, readings: [...found.readings, ...offered.filter((reading) => !isFound(reading))] }
    const { columns } = opened
    const { last } = state.value
    const alike = last !== undefined && (last.name === name || isSame(last.columns, columns)) ? last : undefined
    const from = before ?? alike
    const choices = choicesFor(opened, fields, from?.choices)
    const matchOn = before?.choices.matchOn ?? (await proposedMatch(opened, choices, fields, signal, alike?.choices))
    if (signal.aborted) return
    release()
    release = askBeforeLeaving()
    change({
      opened,
      opening: undefined,
      last: keep({ name, columns, choices: { ...choices, matchOn } }),
      like: from === undefined || from.name === name ? undefined : from.name
    })
  } catch (error) {
    if (!signal.aborted) change({ refusal: asRefusal(error), opening: undefined })
  }
}

const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((column, at) => column === b[at])

/** Closes the file after its import. A file with the same columns gets the same choices. */
export const closeFile = (): void => {
  stop.abort()
  release()
  change({ opened: undefined, opening: undefined, refusal: undefined, like: undefined })
}

/**
 * Returns the chosen file, its choices, and functions to change both. A file with the same name or the same columns gets
 * the same choices.
 */
export const useChosenFile = ({ fields }: Known) => {
  const { last, ...now } = useShared(state)
  return {
    ...now,
    /** The name of the file that was chosen before the page was reloaded. */
    earlier: now.opened === undefined ? last?.name : undefined,
    choices: last?.choices ?? unchosen,
    setChoices: (choices: Choices) => {
      if (last !== undefined) change({ last: keep({ ...last, choices }) })
    },
    /** Opens a file, with the choices of its interrupted import, if any. */
    open: (file: File, begun?: Choices) =>
      void look(file, begun ?? {}, begun && { name: file.name, columns: [], choices: begun }, fields),
    /** Opens the file again with another format. */
    reopen: (said: Written) => {
      if (now.opened !== undefined) void look(now.opened.file, said, last, fields)
    }
  }
}

/** Returns the choices for a file: the earlier choices, with detected targets for other columns. */
const choicesFor = (
  { columns, delimiter, encoding, fields: shown, format, hasHeader, sheet }: OpenedFile,
  fields: Known["fields"],
  before: Choices | undefined
): Choices => {
  const proposed = proposedTargets(columns, fields)
  const targets = Object.fromEntries(
    columns.map((column, at) => {
      const target = hasHeader ? (proposed[at] ?? null) : null
      return [column, own(before?.targets ?? {}, column) ?? (target === null ? (shown[at] ?? "") : nameOf(target))]
    })
  )
  return { ...unchosen, ...before, targets, delimiter, encoding, format, hasHeader, sheet }
}

/**
 * Returns the field to match rows on: the earlier choice, if it was none or if the field is still suggested for this file;
 * otherwise the first suggested field.
 */
const proposedMatch = async (
  opened: OpenedFile,
  choices: Choices,
  fields: Known["fields"],
  signal: AbortSignal,
  before: Choices | undefined
): Promise<Choices["matchOn"]> => {
  if (before?.matchOn === "") return ""
  const { matches } = await checkFile(opened, choices, fields, signal)
  const proposed = matches.flatMap(({ field, isProposed }) => (isProposed ? [field] : []))
  return proposed.find((field) => field === before?.matchOn) ?? proposed[0] ?? ""
}
