import type { CheckedRow, Doubt, ImportProgress } from "@rollcall/contact-files"
import { askBeforeLeaving } from "../../reading/Leaving.ts"
import { shared } from "../../reading/Shared.ts"
import { asRefusal } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import type { Choices } from "../file/Choices.ts"
import { checkedRows, type Known, wordsOf } from "../file/FileRows.ts"
import { inputOf, type OpenedFile } from "../file/OpenedFile.ts"
import type { Plan } from "./ImportClient.ts"
import { InDoubt, runImport, type RunReport } from "./ImportRun.ts"
import { type KeptRun, keptRun, markOf } from "./KeptRun.ts"
import { importing, previewing } from "./Requests.ts"

/** The file of a run, and its choices. */
export interface Subject {
  readonly opened: OpenedFile
  readonly choices: Choices
  readonly known: Known
}

/** An import or a dry run, and its state. */
export interface Run extends Subject {
  readonly state: "running" | "stopped" | "done"
  readonly report: RunReport | undefined
  /** The share of the file that was read, from 0 to 1. */
  readonly share: number
  /** Why the run stopped, unless the user stopped it. */
  readonly refusal: Refusal | undefined
  readonly doubt: Doubt | undefined
}

/** The import of this page. It continues while the user is on another view. */
export const currentRun = shared<Run | undefined>(undefined)

/** The dry run of the page. */
export const dryRun = shared<Run | undefined>(undefined)

/** The most rows of a dry run. It keeps them in memory, because the server doesn't store them. */
export const maxDryRows = 10_000

const none = { batches: [], doubt: null, uuid: null } as const

const planOf = (
  { opened, choices: { list, matchOn, mergeType, restore } }: Subject,
  file_uuid: string | null = null
): Plan => ({
  file_name: opened.file.name.slice(0, 255),
  file_uuid,
  match_on_field: matchOn === "" ? null : matchOn,
  merge_type: mergeType,
  archived_contacts: restore ? "restore" : "keep",
  contact_list_uuid: list === "" ? null : list
})

let importStop = new AbortController()
let dryStop = new AbortController()

/** Starts a dry run, which asks the server what an import would do. */
export const startDryRun = async (subject: Subject): Promise<void> => {
  dryStop.abort()
  const stop = new AbortController()
  dryStop = stop
  await follow(dryRun, subject, { signal: stop.signal, isLatest: () => dryStop === stop }, (rows, onReport) =>
    runImport(firstRows(rows, maxDryRows), {
      plan: planOf(subject),
      client: previewing(planOf(subject)),
      begun: none,
      keep: () => undefined,
      onReport,
      words: wordsOf(subject.opened.columns, subject.choices, subject.known),
      signal: stop.signal
    })
  )
}

/** Discards the dry run after a change of its file or choices. */
export const dropDryRun = (): void => {
  dryStop.abort()
  dryStop = new AbortController()
  dryRun.value = undefined
}

/** Starts or resumes an import. */
export const startImport = async (
  subject: Subject,
  begun: ImportProgress<string> & Pick<KeptRun, "uuid"> = none,
  resend = false
): Promise<void> => {
  importStop.abort()
  const stop = new AbortController()
  importStop = stop
  const uuid = begun.uuid ?? crypto.randomUUID()
  const stored = { file: markOf(subject.opened.file), choices: subject.choices, uuid }
  keptRun.write({ ...stored, ...begun, uuid })
  const release = askBeforeLeaving()
  await follow(currentRun, subject, { signal: stop.signal, isLatest: () => importStop === stop }, (rows, onReport) =>
    runImport(rows, {
      plan: planOf(subject, uuid),
      client: importing(planOf(subject, uuid)),
      begun,
      resend,
      keep: (done) => keptRun.write({ ...stored, ...done }),
      onReport,
      words: wordsOf(subject.opened.columns, subject.choices, subject.known),
      signal: stop.signal
    })
  )
  release()
  if (importStop === stop && currentRun.value?.state === "done") keptRun.remove()
}

/** Stops the import after its current request. */
export const stopImport = (): void => importStop.abort()

/** Discards an import that is finished or abandoned. */
export const dropImport = (): void => {
  importStop.abort()
  importStop = new AbortController()
  keptRun.remove()
  currentRun.value = undefined
}

/** Resumes a stopped import. */
export const goOn = (): void => again((stored) => stored, false)

/** Sends the rows in doubt again, because they didn't arrive. */
export const sendDoubtful = (): void => again((stored) => stored, true)

/** Resumes after the rows in doubt, because they arrived. */
export const skipDoubtful = (): void =>
  again(
    ({ batches, doubt, ...stored }) =>
      doubt === null
        ? { ...stored, batches, doubt }
        : { ...stored, batches: [...batches, { last: doubt.last, uuid: null }], doubt: null },
    false
  )

const again = (begunFrom: (stored: KeptRun) => KeptRun, resend: boolean): void => {
  const [run, stored] = [currentRun.value, keptRun.read()]
  if (run === undefined || stored === undefined || run.state === "running") return
  void startImport(run, begunFrom(stored), resend)
}

const follow = async (
  target: typeof currentRun,
  subject: Subject,
  { isLatest, signal }: { readonly signal: AbortSignal; readonly isLatest: () => boolean },
  run: (rows: AsyncIterable<ReadonlyArray<CheckedRow>>, onReport: (report: RunReport) => void) => Promise<void>
): Promise<void> => {
  const { choices, known, opened } = subject
  let bytes = 0
  let now: Run = { ...subject, state: "running", report: undefined, share: 0, refusal: undefined, doubt: undefined }
  const show = (more: Partial<Run>) => {
    now = { ...now, ...more }
    if (isLatest()) target.value = now
  }
  show({})
  try {
    const input = inputOf(opened, signal, (read) => (bytes = read))
    await run(checkedRows(input, opened.columns, choices, known), (report) =>
      show({ report, share: bytes / Math.max(1, opened.file.size) })
    )
    show({ state: "done", share: 1 })
  } catch (error) {
    if (error instanceof InDoubt) show({ state: "stopped", doubt: error.doubt })
    else show({ state: "stopped", refusal: signal.aborted ? undefined : asRefusal(error) })
  }
}

async function* firstRows(rows: AsyncIterable<ReadonlyArray<CheckedRow>>, count: number) {
  let left = count
  for await (const some of rows) {
    yield some.slice(0, left)
    left -= some.length
    if (left <= 0) return
  }
}
