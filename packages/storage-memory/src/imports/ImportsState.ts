import {
  type ContactImport,
  type ContactImportUuid,
  type ImportRef,
  type ImportRow,
  type ImportRowReceipt,
  isImportOver,
  type RowResult,
  type WorkspaceUuid
} from "@rollcall/core"
import { type DateTime, HashMap, Option } from "effect"

/** An import with its rows. Those that have an outcome are the first ones: rows are applied in order. */
export interface StoredImport {
  readonly contactImport: ContactImport
  readonly rows: ReadonlyArray<ImportRow>
  readonly results: ReadonlyArray<RowResult>
  /** When somebody should look at it, unless it is over. */
  readonly dueAt: DateTime.Utc
}

/** The imports of each workspace. */
export type ImportsState = HashMap.HashMap<WorkspaceUuid, HashMap.HashMap<ContactImportUuid, StoredImport>>

export const emptyImports: ImportsState = HashMap.empty()

const importsOf = (state: ImportsState, workspace: WorkspaceUuid) =>
  Option.getOrElse(HashMap.get(state, workspace), () => HashMap.empty<ContactImportUuid, StoredImport>())

export const findImport = (state: ImportsState, { contactImport, workspace }: ImportRef): Option.Option<StoredImport> =>
  HashMap.get(importsOf(state, workspace), contactImport)

export const putImport = (state: ImportsState, stored: StoredImport): ImportsState => {
  const { uuid, workspaceUuid } = stored.contactImport
  return HashMap.set(state, workspaceUuid, HashMap.set(importsOf(state, workspaceUuid), uuid, stored))
}

export const refOf = ({ uuid, workspaceUuid }: ContactImport): ImportRef => ({
  workspace: workspaceUuid,
  contactImport: uuid
})

/** The rows with what became of them, in order. */
export const receiptsOf = ({ results, rows }: StoredImport): ReadonlyArray<ImportRowReceipt> =>
  rows.map(({ original }, index) => ({ index, original, result: results[index] ?? null }))

/** The imports that somebody should look at, soonest first. */
export const dueImports = (state: ImportsState, now: DateTime.Utc): ReadonlyArray<StoredImport> =>
  Array.from(HashMap.values(state))
    .flatMap((imports) => HashMap.toValues(imports))
    .filter(
      ({ contactImport, dueAt }) => !isImportOver(contactImport) && dueAt.epochMilliseconds <= now.epochMilliseconds
    )
    .sort((a, b) => a.dueAt.epochMilliseconds - b.dueAt.epochMilliseconds)
