import { DateTime } from "effect"
import { type ContactImport, type ImportRow, noRows } from "../../src/imports/ContactImport.ts"
import { ActorUuid, ContactImportUuid, ContactUuid, WorkspaceUuid } from "../../src/shared/Ids.ts"

const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, "0")}-${String(n).padStart(12, "0")}`

/** The nth contact's uuid; the order of the uuids is that of the numbers. */
export const contactUuid = (n: number): ContactUuid => ContactUuid.make(uuid(2, n))

/** A pending import that matches on e-mail addresses, but for what is given. */
export const contactImport = (fields: Partial<ContactImport> = {}): ContactImport => ({
  uuid: ContactImportUuid.make(uuid(9, 1)),
  workspaceUuid: WorkspaceUuid.make("00000000-0000-4000-8000-00000000000a"),
  createdBy: ActorUuid.make(uuid(3, 1)),
  status: "pending",
  mergeType: "create_or_update",
  matchOn: "email",
  contactListUuid: null,
  total: 10,
  counts: noRows,
  createdAt: DateTime.makeUnsafe(0),
  updatedAt: DateTime.makeUnsafe(0),
  ...fields
})

/** A row that says this, and looked like its number. */
export const row = (fields: ImportRow["fields"], customFields: ImportRow["customFields"] = {}): ImportRow => ({
  fields,
  customFields,
  original: null
})
