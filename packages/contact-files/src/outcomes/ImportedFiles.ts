/** An import in the API's format. */
interface ListedImport {
  readonly contact_import_uuid: string
  readonly file_name: string | null
  readonly file_uuid: string | null
  readonly status: "pending" | "processing" | "completed" | "failed"
  readonly summary: {
    readonly total: number
    readonly created: number
    readonly skipped: number
    readonly failed: number
  }
  readonly undo: { readonly status: "running" | "completed"; readonly undone: number; readonly left: number } | null
}

/** A file that was imported in one or more imports. */
export interface ImportedFile<Import extends ListedImport> {
  /** The uuid of the file, or of its only import. */
  readonly uuid: string
  readonly name: string | null
  readonly status: "running" | "completed" | "undone"
  /** The totals of its imports. */
  readonly counts: Import["summary"] & { readonly undone: number; readonly left: number }
  /** The imports, newest first. */
  readonly imports: readonly [Import, ...ReadonlyArray<Import>]
}

/** Groups imports, listed newest first, by file. Keeps their order. */
export const importedFiles = <Import extends ListedImport>(
  imports: ReadonlyArray<Import>
): ReadonlyArray<ImportedFile<Import>> => {
  const files = new Map<string, ImportedFile<Import>["imports"]>()
  for (const one of imports) {
    const uuid = one.file_uuid ?? one.contact_import_uuid
    const [newest, ...others] = files.get(uuid) ?? []
    files.set(uuid, newest === undefined ? [one] : [newest, ...others, one])
  }
  return Array.from(files, ([uuid, imports]) => ({
    uuid,
    name: imports[0].file_name,
    status: statusOf(imports),
    counts: countsOf(imports),
    imports
  }))
}

const statusOf = (imports: ReadonlyArray<ListedImport>) => {
  if (imports.every(({ undo }) => undo?.status === "completed")) return "undone"
  return imports.every(({ status }) => status === "completed" || status === "failed") ? "completed" : "running"
}

const countsOf = (imports: ReadonlyArray<ListedImport>) => {
  const sum = (of: (one: ListedImport) => number) => imports.reduce((total, one) => total + of(one), 0)
  return {
    total: sum(({ summary }) => summary.total),
    created: sum(({ summary }) => summary.created),
    skipped: sum(({ summary }) => summary.skipped),
    failed: sum(({ summary }) => summary.failed),
    undone: sum(({ undo }) => undo?.undone ?? 0),
    left: sum(({ undo }) => undo?.left ?? 0)
  }
}
