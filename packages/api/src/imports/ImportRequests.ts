import { ContactListUuid, ContactUuid, type ImportRequest, limits } from "@rollcall/core"
import { described, shown, textOf, Uuid } from "@rollcall/core/operations"
import {
  ArchivedContacts,
  type ImportRow,
  MatchField,
  maxFileNameLength,
  MergeType,
  OptOutScope,
  RowOutcome
} from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { given } from "../requests/Codecs.ts"
import { ContactBody } from "../contacts/ContactRequests.ts"
import { pageQuery } from "../requests/Paging.ts"
import { byWireName } from "../requests/WireNames.ts"

/** The identifiers that rows can be matched on, by their API names. */
const matchFields = byWireName(MatchField.literals)

/** A row to import: the contact's fields, its uuid, its lists and its opt-out. */
export const ImportRowBody = Schema.Struct({
  ...ContactBody.fields,
  uuid: described(given(ContactUuid), "The contact of the row, if it exists. It takes precedence over match_on_field."),
  contact_list_uuids: described(
    given(Schema.Array(ContactListUuid)),
    "Lists that the contact of this row joins, in addition to contact_list_uuid."
  ),
  opted_out: described(
    given(OptOutScope),
    "What the person is opted out of in another system. Null changes nothing, and opts nobody in."
  )
}).annotate({ identifier: "ContactImportRowBody", description: "A row of an import." })

/** Rows to import. An invalid row doesn't fail the request; its issues are the result of the row. */
export const ImportBody = Schema.Struct({
  contacts: described(
    Schema.Array(ImportRowBody).check(shown({ minItems: 1, maxItems: limits.importRows })),
    "The rows, which are applied in this order."
  ),
  contact_list_uuid: described(
    given(ContactListUuid),
    "A list that the contact of every row joins, also of skipped rows."
  ),
  match_on_field: described(
    given(Schema.Literals(Struct.keys(matchFields))),
    "The field by which rows match contacts. With uuid, only the uuid counts. Without a field, every row " +
      "creates a contact."
  ),
  merge_type: described(
    given(MergeType),
    "`create` skips rows that match a contact. `update` skips rows that match no contact, and needs match_on_field. " +
      "`create_or_update` skips none.",
    { default: "create_or_update" }
  ),
  archived_contacts: described(
    given(ArchivedContacts),
    "Whether archived contacts that rows update stay archived, with an issue `contact_archived`, or are restored.",
    { default: "keep" }
  ),
  file_name: described(
    given(textOf({ max: maxFileNameLength })),
    "The name of the file that the rows are from, for the list of imports."
  ),
  file_uuid: described(
    given(Uuid),
    "A uuid of your own that all imports of one file have in common, so that they can be listed together."
  )
}).annotate({
  identifier: "ContactImportBody",
  description: "Rows to import."
})

/** Converts a body to the policy of its import, with defaults. */
export const toImportPolicy = ({
  archived_contacts,
  file_name,
  file_uuid,
  match_on_field,
  merge_type
}: Omit<typeof ImportBody.Type, "contact_list_uuid" | "contacts">) => ({
  matchOnField: match_on_field ? matchFields[match_on_field] : null,
  mergeType: merge_type ?? "create_or_update",
  archivedContacts: archived_contacts ?? "keep",
  fileName: file_name ?? null,
  fileUuid: file_uuid ?? null
})

/** Converts a body and its rows to a request, with defaults. */
export const toImportRequest = (
  head: Omit<typeof ImportBody.Type, "contacts">,
  rows: ReadonlyArray<ImportRow>
): ImportRequest => ({
  ...toImportPolicy(head),
  contactListUuid: head.contact_list_uuid ?? null,
  contacts: rows
})

export const importsQuery = {
  ...pageQuery,
  file_uuid: described(Schema.optionalKey(Uuid), "Only imports of this file.")
}

export const rowsQuery = {
  ...pageQuery,
  outcome: described(Schema.optionalKey(RowOutcome), "Only rows with this outcome.")
}
