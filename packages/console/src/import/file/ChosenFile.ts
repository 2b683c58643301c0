import { nameOf, proposedTargets } from "@rollcall/contact-files"
import { useEffect, useRef, useState } from "preact/hooks"
import { asRefusal } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { isRecord, type Reader, readText } from "../../reading/Reader.ts"
import { useDraft } from "../../ui/forms/Draft.ts"
import { type Choices, matchFields, readChoices, unchosen } from "./Choices.ts"
import type { Known } from "./FileRows.ts"
import { type OpenedFile, openFile, type Written } from "./OpenedFile.ts"

/** The choices for a file that had this name. */
interface Draft {
  readonly name: string
  readonly choices: Choices
}

const readDraft: Reader<Draft> = (value) => {
  if (!isRecord(value)) return undefined
  const [name, choices] = [readText(value.name), readChoices(value.choices)]
  return name === undefined || choices === undefined ? undefined : { name, choices }
}

/** A file that is looked through, and how much of it was. */
interface Opening {
  readonly name: string
  readonly size: number
  readonly read: number
}

/**
 * The file that was chosen, and what was chosen about it. What is chosen survives a reload: it counts again for a file of
 * the same name, as far as that has the same columns.
 */
export const useChosenFile = ({ fields }: Known) => {
  const draft = useDraft<Draft>("import", { name: "", choices: unchosen }, readDraft)
  const [opened, setOpened] = useState<OpenedFile>()
  const [opening, setOpening] = useState<Opening>()
  const [refusal, setRefusal] = useState<Refusal>()
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  const look = async (file: File, said: Written, before: Choices | undefined) => {
    stop.current.abort()
    const { signal } = (stop.current = new AbortController())
    const { name, size } = file
    setRefusal(undefined)
    setOpening({ name, size, read: 0 })
    try {
      const found = await openFile(file, said, signal, (read) => {
        if (!signal.aborted) setOpening({ name, size, read })
      })
      draft.set({ name, choices: choicesFor(found, fields, before) })
      setOpened(found)
      setOpening(undefined)
    } catch (error) {
      if (signal.aborted) return
      setRefusal(asRefusal(error))
      setOpening(undefined)
    }
  }
  return {
    opened,
    opening,
    refusal,
    choices: draft.value.choices,
    setChoices: (choices: Choices) => draft.set({ ...draft.value, choices }),
    /** Opens a file, with the choices that it was begun with or that were made before a reload. */
    open: (file: File, begun?: Choices) => {
      const before = begun ?? (draft.value.name === file.name ? draft.value.choices : undefined)
      void look(file, begun ?? {}, before)
    },
    /** Opens the file anew, as it was said that it is written. */
    reopen: (said: Written) => {
      if (opened !== undefined) void look(opened.file, said, draft.value.choices)
    }
  }
}

/** What is chosen about a file: what was, and for the other columns what they seem to be. */
const choicesFor = (
  { columns, delimiter, encoding, format }: OpenedFile,
  fields: Known["fields"],
  before: Choices | undefined
): Choices => {
  const proposed = proposedTargets(columns, fields)
  const targets = Object.fromEntries(
    columns.map((column, at) => {
      const target = proposed[at] ?? null
      return [column, before?.targets[column] ?? (target === null ? "" : nameOf(target))]
    })
  )
  const given = new Set(Object.values(targets))
  const matchOn = matchFields.find((field) => field !== "" && given.has(field)) ?? ""
  return { ...unchosen, matchOn, ...before, targets, delimiter, encoding, format }
}
