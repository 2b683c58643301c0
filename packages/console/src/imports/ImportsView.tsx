import { type ImportedFile, importedFiles } from "@rollcall/contact-files"
import { call } from "../api/Client.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { allPages, pagesOf, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { formatNumber, plural } from "../texts/Text.ts"
import { BadgeOf, type BadgeTitles } from "../ui/Badge.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Listing } from "../ui/Listing.tsx"
import { useConfirm } from "../ui/overlays/Confirm.tsx"
import { Page } from "../ui/Page.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import type { Column } from "../ui/table/Table.tsx"

type Imported = AnswerOf<"GET /v1/contacts/bulk">["contact_imports"][number]
type File = ImportedFile<Imported>

const statuses = {
  running: ["Running", "neutral"],
  completed: ["Completed", "good"],
  undone: ["Undone", "warn"]
} as const satisfies BadgeTitles<File["status"]>

const nameOf = ({ name }: File): string => name ?? "Without a file"

/** Loads the imports of a file, or of all files, newest first. */
const importPages = (file_uuid: string | null) =>
  pagesOf("contact_imports", ({ offset }, signal) =>
    call("GET /v1/contacts/bulk", { query: { limit: 100, offset, file_uuid }, signal })
  )

/** The imported files, newest first. Each can be undone. */
export const ImportsView = () => {
  const pages = usePages(importPages(null), [])
  const [confirm, confirmation] = useConfirm()
  const undo = (file: File) =>
    confirm({
      title: `Undo the import of ${nameOf(file)}?`,
      verb: "Undo the import",
      danger: true,
      act: () => undoFile(file),
      onDone: pages.reload,
      children:
        "Contacts that it created are removed, and others get their former values. What was changed since stays. Opt-outs stay."
    })
  return (
    <Page title="Imports" back={{ href: pathTo("import"), title: "Import" }}>
      <Listing
        pages={{ ...pages, items: pages.items && importedFiles(pages.items) }}
        caption="Imports"
        columns={columnsOf(undo)}
        none="No imports yet"
        noneActions={<LinkButton href={pathTo("import")}>Import a file</LinkButton>}
      />
      {confirmation}
    </Page>
  )
}

/** Undoes the imports of a file, newest first. A large import takes several requests. */
const undoFile = async ({ imports: [first] }: File): Promise<void> => {
  const { file_uuid } = first
  const made = file_uuid === null ? [first] : await allPages(importPages(file_uuid), new AbortController().signal)
  let left = 0
  for (const { contact_import_uuid } of made) {
    const params = { contact_import_uuid }
    let { undo } = await call("POST /v1/contacts/bulk/:contact_import_uuid/undo", { params })
    while (undo?.status === "running")
      ({ undo } = await call("POST /v1/contacts/bulk/:contact_import_uuid/undo", { params }))
    left += undo?.left ?? 0
  }
  toast(
    left === 0
      ? "The import is undone."
      : plural(left, "# row was not undone as a whole.", "# rows were not undone as a whole.")
  )
}

const columnsOf = (onUndo: (file: File) => void): ReadonlyArray<Column<File>> => [
  {
    key: "file",
    title: "File",
    cell: (file) => <a href={pathTo(`imports/${file.imports[0].contact_import_uuid}`)}>{nameOf(file)}</a>
  },
  { key: "rows", title: "Rows", align: "end", cell: ({ counts }) => <Count value={counts.total} /> },
  {
    key: "outcomes",
    title: "Outcomes",
    cell: ({ counts }) =>
      `${formatNumber(counts.created)} applied, ${formatNumber(counts.skipped)} skipped, ${formatNumber(counts.failed)} failed`
  },
  { key: "status", title: "Status", cell: ({ status }) => <BadgeOf titles={statuses} name={status} /> },
  { key: "created_at", title: "Imported", cell: ({ imports }) => <Instant iso={imports[0].created_at} /> },
  {
    key: "actions",
    title: "Actions",
    unseen: true,
    align: "end",
    cell: (file) =>
      file.status === "completed" && (
        <Button small aria-label={`Undo the import of ${nameOf(file)}`} onClick={() => onUndo(file)}>
          Undo
        </Button>
      )
  }
]
