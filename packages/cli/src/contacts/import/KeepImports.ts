import type { ImportResource } from "@rollcall/api"
import { importedFiles, type ImportedFile } from "@rollcall/contact-files"
import { ContactImportUuid } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { NotDone } from "../../CommandRefused.ts"
import { agreed } from "../../screen/Agreement.ts"
import { print, type Printed } from "../../screen/Output.ts"
import { numbers, table } from "../../screen/Table.ts"
import { count, countOf } from "../../screen/Text.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { inTarget } from "../../targets/InTarget.ts"
import { itemsOf, pageLimit } from "../../targets/Listing.ts"
import { type ApiClient, read } from "../../targets/Target.ts"

type ImportView = typeof ImportResource.Type

/** The most contacts to list whose values were not undone. */
const maxShown = 10

/** Prints the imported files, newest first, as a table or as JSON. */
export const listImports = Effect.fn("KeepImports.list")(function* (
  { json, limit }: Printed & { readonly limit: number },
  flags: AddressFlags
) {
  const files = yield* inTarget(flags, newestFiles(limit))
  const shown = files.map(fileView)
  yield* print(json, shown, () =>
    shown.length === 0
      ? "No imports found."
      : table(
          ["UUID", "File", numbers("Rows"), numbers("Applied"), numbers("Failed"), "Status", "Imported"],
          shown.map(({ created, created_at, failed, file_name, status, total, uuid }) => [
            uuid,
            file_name ?? "",
            ...[total, created, failed].map(count),
            status,
            created_at
          ])
        )
  )
})

/** Undoes the imports of a file, the last one first. Prints how many rows were undone, and what was not. */
export const undoImport = Effect.fn("KeepImports.undo")(function* (
  { json, uuid, yes }: Printed & { readonly uuid: string; readonly yes: boolean },
  flags: AddressFlags
) {
  yield* agreed({
    yes,
    question: "Undo this import, and remove the contacts that it created?",
    refused: "undoing an import removes contacts: give --yes to undo it without a terminal",
    otherwise: "nothing was undone"
  })
  const { file, left } = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const found = yield* itemsOf("contact_imports", ({ imports }, page) =>
        imports.list({ query: { ...page, file_uuid: uuid } })
      )
      const uuids = found.length === 0 ? [uuid] : found.map((one) => one.contact_import_uuid)
      const undone: Array<ImportView> = []
      for (const one of uuids) undone.push(yield* undoneWhole(one))
      const partly = undone.filter(({ undo }) => (undo?.left ?? 0) > 0)
      const left = yield* Effect.forEach(partly, ({ contact_import_uuid }) => leftRows(contact_import_uuid))
      return { file: importedFiles(undone).map(fileView)[0], left: left.flat() }
    })
  )
  yield* print(json, { ...file, rows: left }, () => {
    const lines = left.slice(0, maxShown).map(({ contact_uuid, error }) => `Contact ${contact_uuid ?? ""}: ${error}`)
    const more = left.length - lines.length
    return [
      `${countOf(file?.undone ?? 0, "row")} undone; ${count(left.length)} not or only partly.`,
      ...lines,
      ...(more > 0 ? [`and ${count(more)} more`] : [])
    ].join("\n")
  })
  if (left.length > 0) return yield* new NotDone({ message: "not everything was undone: see above" })
})

/** Reads imports until `limit` files are complete, or until all imports are read. */
const newestFiles = Effect.fnUntraced(function* (limit: number) {
  const found: Array<ImportView> = []
  for (;;) {
    const query = { limit: pageLimit, offset: found.length }
    const { contact_imports, pagination } = yield* read(({ imports }) => imports.list({ query }))
    found.push(...contact_imports)
    const files = importedFiles(found)
    if (files.length > limit || contact_imports.length === 0 || found.length >= pagination.total)
      return files.slice(0, limit)
  }
})

const fileView = ({ counts, imports, name, status, uuid }: ImportedFile<ImportView>) => ({
  ...{ uuid, file_name: name, status, ...counts },
  imports: imports.map((one) => one.contact_import_uuid),
  created_at: DateTime.formatIso(imports[0].created_at)
})

/** Undoes a whole import. A large import takes several requests. */
const undoneWhole = Effect.fnUntraced(function* (uuid: string) {
  const params = { contact_import_uuid: ContactImportUuid.make(uuid) }
  const undo = read((client: ApiClient) => client.imports.undo({ params }))
  let undone = yield* undo
  while (undone.undo?.status === "running") undone = yield* undo
  return undone
})

/** Returns the rows that were not fully undone, and why. */
const leftRows = Effect.fnUntraced(function* (contact_import_uuid: ContactImportUuid) {
  const rows = yield* itemsOf("rows", ({ imports }, query) => imports.rows({ params: { contact_import_uuid }, query }))
  return rows.flatMap(({ contact_uuid, undo }) => {
    const issues = undo?.issues ?? []
    if (issues.length === 0) return []
    const error = issues.map(({ field, msg }) => (field === "" ? msg : `${field} ${msg}`)).join("; ")
    return [{ contact_uuid, error }]
  })
})
