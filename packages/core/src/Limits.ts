import { maxRecipients, maxValidatedRecipients } from "./broadcasts/BroadcastRequest.ts"
import { maxImportRows } from "./imports/ContactImports.ts"
import { maxMembersAtOnce } from "./lists/ContactList.ts"

/** The most that one request takes (specification, Limits). */
export const limits = {
  /** Recipients of a broadcast. */
  recipients: maxRecipients,
  /** Recipients of a validation. */
  validatedRecipients: maxValidatedRecipients,
  /** Rows of an import. */
  importRows: maxImportRows,
  /** Contacts that are added to a list or removed from it. */
  listMembers: maxMembersAtOnce
} as const
