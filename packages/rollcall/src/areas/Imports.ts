import type * as Core from "@rollcall/core"
import type * as People from "@rollcall/core/people"
import type { Schema } from "effect"
import type { CallOptions, Page, PageOptions } from "../methods/Inputs.ts"
import type { ContactInput } from "./Contacts.ts"

/** An accepted import, and how many of its rows are applied. */
export interface ContactImport {
  /** The uuid of the import. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The uuid of the user who created it. */
  readonly createdBy: string
  /** `pending`, then `processing`, then `completed` or `failed`. */
  readonly status: Core.ContactImport["status"]
  /** Whether rows create contacts, change matching contacts, or either. */
  readonly mergeType: Core.ContactImport["mergeType"]
  /** Whether archived contacts that rows match stay archived or are restored. */
  readonly archivedContacts: Core.ContactImport["archivedContacts"]
  /** The identifier that rows are matched on; null if every row creates a contact. */
  readonly matchOnField: Core.ContactImport["matchOnField"]
  /** The uuid of the list that the contacts join. */
  readonly contactListUuid: string | null
  /** How many rows it has. */
  readonly total: number
  /** How many rows have each outcome so far. */
  readonly counts: ImportCounts
  /** The name of the file that the rows are from. */
  readonly fileName: string | null
  /** The uuid that the imports of one file have in common. */
  readonly fileUuid: string | null
  /** How many rows were `undone`, and of how many something was `left`; null unless the import was undone. */
  readonly undo: People.ImportUndo | null
  /** When it was accepted. */
  readonly createdAt: Date
  /** When rows were last applied. */
  readonly updatedAt: Date
}

/** How many rows of an import have each outcome. */
export interface ImportCounts {
  /** Rows that created a contact. */
  readonly created: number
  /** Rows that changed a contact. */
  readonly updated: number
  /** Rows that matched a contact and changed nothing. */
  readonly unchanged: number
  /** Rows that were left out, by the type of the merge. */
  readonly skipped: number
  /** Rows that could not be applied. */
  readonly failed: number
}

/** A row to import, with the data of a contact. */
export interface NewImportRow {
  /** The fields. On a matching contact, an absent field does not change, and null clears a field. */
  readonly fields: Omit<ContactInput, "customFields">
  /** The values of custom fields by field key; null clears a value. */
  readonly customFields?: Schema.JsonObject | undefined
  /** The uuid of the row's contact, if the workspace has the contact and rows are matched. */
  readonly uuid?: string | undefined
  /** The uuids of lists that the contact of the row joins. */
  readonly contactListUuids?: ReadonlyArray<string> | undefined
  /** What the person is opted out of, according to another system. Absent or null changes nothing. */
  readonly optedOut?: People.OptOutScope | null | undefined
  /** The value that is returned with the outcome. Default: the row. */
  readonly original?: Schema.Json | undefined
}

/** Rows that become contacts, and what is done with them. */
export interface NewImport {
  /** The rows: 1 to 1,000 rows. */
  readonly contacts: ReadonlyArray<NewImportRow>
  /** The identifier by which rows match contacts. Default: none, so every row creates a contact. */
  readonly matchOnField?: ContactImport["matchOnField"] | undefined
  /** Whether rows create contacts, change matching contacts, or either. Default: `create_or_update`. */
  readonly mergeType?: ContactImport["mergeType"] | null | undefined
  /** Whether archived contacts that rows match stay archived, with an issue, or are restored. Default: `keep`. */
  readonly archivedContacts?: ContactImport["archivedContacts"] | null | undefined
  /** The uuid of a list that the contacts join. */
  readonly contactListUuid?: string | null | undefined
  /** The name of the file that the rows are from, of at most 255 characters. */
  readonly fileName?: string | null | undefined
  /** A uuid of your own that all imports of one file have in common. */
  readonly fileUuid?: string | null | undefined
}

/** Which imports to list. */
export interface ImportListing {
  /** The uuid of the file that their rows are from. Default: any. */
  readonly fileUuid?: string | null | undefined
}

/** Which rows to list. */
export interface ImportRowFilter {
  /** The outcome of the rows: `created`, `updated`, `unchanged`, `skipped` or `failed`. Default: any. */
  readonly outcome?: RowResult["outcome"] | null | undefined
}

/** What an import would do now. */
export interface ImportPreview {
  /** How many rows would have each outcome. */
  readonly counts: ImportCounts
  /** The result of each row, in order. */
  readonly rows: ReadonlyArray<PreviewedRow>
}

/** The outcome that a row would have, and why. */
export interface PreviewedRow extends RowResult {
  /** The index of the first row in the request for the same contact; null if no earlier row is. */
  readonly sameContactAs: number | null
}

/** The outcome of one row, and why. */
export interface RowResult {
  /** The index of the row in the request, from 0. */
  readonly index: number
  /** What applying the row did. */
  readonly outcome: People.RowResult["outcome"]
  /** The uuid of the contact that the row resolved to; null if it resolved to none. */
  readonly contactUuid: string | null
  /** Why the row was skipped or failed. */
  readonly issues: People.RowResult["issues"]
}

/** A row of an import with its result, once it is applied. */
export interface ImportRow {
  /** The index of the row in the request, from 0. */
  readonly index: number
  /** What the request gave as `original`, or the row itself. */
  readonly original: Schema.Json
  /** The result; null until the row is applied. */
  readonly result: RowResult | null
  /** What was left of the row when the import was undone, and why; empty if nothing was left, null if it was not undone. */
  readonly undo: People.RowResult["issues"] | null
  /** Whether the person was erased after the import. Only the outcome of the row is left then. */
  readonly isErased: boolean
}

/** Imports of contacts: accepts rows, and returns the outcome of each. */
export interface ImportMethods {
  /**
   * Accepts rows that become contacts. Workers apply each row once, in the background. A problem with a row is its
   * outcome, and does not refuse the import.
   *
   * @param request The rows as `contacts`, 1 to 1,000 rows. With `matchOnField` a row changes the contact that has its
   *   identifier, as `mergeType` says; without it every row creates a contact. `contactListUuid` is a list that they join.
   * @returns The import, whose `counts` grow while rows are applied.
   * @throws {invalid_input} when there are no rows or too many, or a member is not valid.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @example
   * const { uuid } = await clinic.imports.create({
   *   contacts: [{ fields: { firstName: "Zoë", email: "zoe@example.org" } }],
   *   matchOnField: "email"
   * })
   * const { counts, status } = await clinic.imports.get(uuid)
   * console.log(status, counts.created)
   */
  readonly create: (request: NewImport, options?: CallOptions) => Promise<ContactImport>

  /**
   * Returns what an import of these rows would do now, and writes nothing.
   *
   * @param request The same as for `create`, with the same limits.
   * @returns How many rows would have each outcome, and the result of each row in order.
   * @throws {invalid_input} when there are no rows or too many, or a member is not valid.
   * @throws {not_found} when the workspace has no such list.
   * @throws {archived} when the list is archived.
   * @example
   * const { counts } = await clinic.imports.preview({ contacts: [{ fields: { firstName: "Zoë" } }] })
   * console.log(counts.failed)
   */
  readonly preview: (request: NewImport, options?: CallOptions) => Promise<ImportPreview>

  /**
   * Returns an import and how many of its rows have each outcome so far.
   *
   * @param uuid The uuid of the import.
   * @returns The import. When it is over, its `counts` add up to its `total`.
   * @throws {not_found} when the workspace has no such import.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.imports.create({ contacts: [{ fields: { email: "zoe@example.org" } }] })
   * const { counts, total } = await clinic.imports.get(uuid)
   * console.log(`${counts.created} of ${total}`)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<ContactImport>

  /**
   * Returns the imports of the workspace, newest first.
   *
   * @param filter The `fileUuid` of the imports. Default: any.
   * @param options The part of the result: `limit` imports (default: 50), from an `offset`.
   * @returns One page of imports, and how many there are in total.
   * @throws {invalid_input} when `fileUuid` is not a uuid, or the page is not valid.
   * @example
   * const { items: imports } = await clinic.imports.list({}, { limit: 10 })
   * for (const { counts, fileName } of imports) console.log(fileName, counts.created)
   */
  readonly list: (filter?: ImportListing, options?: PageOptions) => Promise<Page<ContactImport>>

  /**
   * Undoes an import: removes the contacts that it created, gives others their former values, and removes contacts from
   * lists that they joined. What was changed since stays. Opt-outs stay.
   *
   * @param uuid The uuid of the import.
   * @returns The import. Call again if its `undo` is `running` after a few seconds.
   * @throws {not_found} when the workspace has no such import.
   * @throws {not_undoable} when rows are still to be applied.
   * @throws {rows_removed} when the rows were pruned, see the setting `imports.keepRowsFor`.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { items: imports } = await clinic.imports.list()
   * for (const { status, uuid } of imports) {
   *   if (status === "completed") console.log((await clinic.imports.undo(uuid)).undo)
   * }
   */
  readonly undo: (uuid: string, options?: CallOptions) => Promise<ContactImport>

  /**
   * Returns the rows of an import in order, each with its result once it is applied.
   *
   * @param uuid The uuid of the import.
   * @param filter The `outcome` of the rows. Default: any.
   * @param options The part of the result: `limit` rows (default: 50), from an `offset`.
   * @returns One page of rows, and how many there are in total.
   * @throws {not_found} when the workspace has no such import.
   * @throws {rows_removed} when the rows were pruned, see the setting `imports.keepRowsFor`.
   * @throws {invalid_input} when the outcome is not known, or the page is not valid.
   * @example
   * const { uuid } = await clinic.imports.create({ contacts: [{ fields: { firstName: "Zoë" } }] })
   * const { items: rows } = await clinic.imports.rows(uuid, { outcome: "failed" })
   * for (const { index, result } of rows) console.log(index, result?.issues)
   */
  readonly rows: (uuid: string, filter?: ImportRowFilter, options?: PageOptions) => Promise<Page<ImportRow>>
}
