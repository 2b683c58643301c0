import type { Doubt } from "@rollcall/contact-files"
import { kept } from "../../reading/Kept.ts"
import { isRecord, readList, readNumber, type Reader, readText } from "../../reading/Reader.ts"
import { type Choices, readChoices } from "../file/Choices.ts"

/** A file by what a page can know it again by. */
export interface FileMark {
  readonly name: string
  readonly size: number
  readonly modified: number
}

/** An import that was begun: what has to be known to go on with it after a reload, and to do nothing twice. */
export interface KeptRun {
  readonly file: FileMark
  readonly choices: Choices
  /** The batches that were sent or had nothing to send, by their last rows, each with its import. */
  readonly batches: ReadonlyArray<{ readonly last: number; readonly uuid: string | null }>
  readonly doubt: Doubt | null
}

const key = "import.run"

const readMark: Reader<FileMark> = (value) => {
  if (!isRecord(value)) return undefined
  const [name, size, modified] = [readText(value.name), readNumber(value.size), readNumber(value.modified)]
  return name === undefined || size === undefined || modified === undefined ? undefined : { name, size, modified }
}

const readBatch: Reader<KeptRun["batches"][number]> = (value) => {
  const last = isRecord(value) ? readNumber(value.last) : undefined
  return isRecord(value) && last !== undefined ? { last, uuid: readText(value.uuid) ?? null } : undefined
}

const readDoubt: Reader<Doubt> = (value) => {
  if (!isRecord(value)) return undefined
  const [first, last] = [readNumber(value.first), readNumber(value.last)]
  return first === undefined || last === undefined ? undefined : { first, last }
}

const readRun: Reader<KeptRun> = (value) => {
  if (!isRecord(value)) return undefined
  const [file, choices, batches] = [
    readMark(value.file),
    readChoices(value.choices),
    readList(readBatch)(value.batches)
  ]
  if (file === undefined || choices === undefined || batches === undefined) return undefined
  return { file, choices, batches, doubt: readDoubt(value.doubt) ?? null }
}

/** The import that the tab has begun and not ended. */
export const keptRun = {
  read: () => kept.read(key, readRun),
  write: (run: KeptRun) => kept.write(key, run),
  remove: () => kept.remove(key)
}

export const markOf = ({ lastModified, name, size }: File): FileMark => ({ name, size, modified: lastModified })

/** Whether a file is the one that an import was begun with. */
export const isMarked = (file: File, { modified, name, size }: FileMark): boolean =>
  file.name === name && file.size === size && file.lastModified === modified
