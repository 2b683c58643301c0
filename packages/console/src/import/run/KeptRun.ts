import type { Doubt, ImportProgress } from "@rollcall/contact-files"
import { tabStorage } from "../../reading/Kept.ts"
import { readList, readNumber, readText, readStruct } from "../../reading/Reader.ts"
import { type Choices, readChoices } from "../file/Choices.ts"

/** A file's name, size and modification time, by which a page recognizes it. */
export interface FileMark {
  readonly name: string
  readonly size: number
  readonly modified: number
}

/** The stored state of an import, to resume it after a reload without repeating anything. */
export interface KeptRun extends ImportProgress<string> {
  readonly file: FileMark
  readonly choices: Choices
  /** The id of the file that the imports belong to. */
  readonly uuid: string | null
}

const key = "import.run"

const readMark = readStruct<FileMark>({ name: readText, size: readNumber, modified: readNumber })

const readBatch = readStruct<KeptRun["batches"][number]>({ last: readNumber, uuid: readText }, { uuid: null })

const readDoubt = readStruct<Doubt>({ first: readNumber, last: readNumber })

const readRun = readStruct<KeptRun>(
  { file: readMark, choices: readChoices, batches: readList(readBatch), doubt: readDoubt, uuid: readText },
  { doubt: null, uuid: null }
)

/** The unfinished import of this browser tab. */
export const keptRun = {
  read: () => tabStorage.read(key, readRun),
  write: (run: KeptRun) => tabStorage.write(key, run),
  remove: () => tabStorage.remove(key)
}

export const markOf = ({ lastModified, name, size }: File): FileMark => ({ name, size, modified: lastModified })

/** Whether a file is the file of the import. */
export const isMarked = (file: File, { modified, name, size }: FileMark): boolean =>
  file.name === name && file.size === size && file.lastModified === modified
