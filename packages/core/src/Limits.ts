import { maxTokenNameLength } from "./operations/access/AccessToken.ts"
import { maxRecipients, maxValidatedRecipients } from "./sending/broadcasts/BroadcastRequest.ts"
import { maxKeyLength, maxSenderLength } from "./sending/broadcasts/PayloadRules.ts"
import { maxClientReferenceLength } from "./sending/broadcasts/RecipientRules.ts"
import { maxFieldLength } from "./people/contacts/Contact.ts"
import { maxDefinitionTextLength, maxOptions } from "./people/custom-fields/CustomFieldRules.ts"
import { maxImportRows } from "./people/imports/ContactImports.ts"
import { maxListNameLength, maxMembersAtOnce } from "./people/lists/ContactList.ts"
import { maxSearchChanged } from "./people/contact-jobs/ContactJob.ts"
import { maxTextLength, maxTitleLength } from "./people/notes/Note.ts"
import { maxFilters, maxSearchTermLength } from "./people/search/Filter.ts"
import { maxSegmentNameLength } from "./people/segments/Segment.ts"
import { maxWebhookUrlLength } from "./events/webhooks/Webhook.ts"

/** The most that one request takes (specification, Limits). */
export const limits = {
  /** Recipients of a broadcast. */
  recipients: maxRecipients,
  /** Recipients of a validation. */
  validatedRecipients: maxValidatedRecipients,
  /** Rows of an import. */
  importRows: maxImportRows,
  /** Contacts that are added to a list or removed from it. */
  listMembers: maxMembersAtOnce,
  /** Contacts that a search adds to a list, opts out or opts in. */
  searchChanged: maxSearchChanged,
  /** Filters of a search. */
  filters: maxFilters,
  /** Options of a custom field. */
  selectOptions: maxOptions,
  /** Characters of a search term. */
  searchTerm: maxSearchTermLength,
  /** Characters of a field of a contact. */
  contactField: maxFieldLength,
  /** Characters of the name, the icon and an option of a custom field. */
  customFieldText: maxDefinitionTextLength,
  /** Characters of the name of a contact list. */
  listName: maxListNameLength,
  /** Characters of the name of a segment. */
  segmentName: maxSegmentNameLength,
  /** Characters of the title of a note. */
  noteTitle: maxTitleLength,
  /** Characters of the text of a note. */
  noteText: maxTextLength,
  /** Characters of the sender of a broadcast. */
  sender: maxSenderLength,
  /** Characters of the idempotency key of a broadcast. */
  idempotencyKey: maxKeyLength,
  /** Characters of the client reference of a recipient. */
  clientReference: maxClientReferenceLength,
  /** Characters of the URL of a webhook. */
  webhookUrl: maxWebhookUrlLength,
  /** Characters of the name of a token. */
  tokenName: maxTokenNameLength
} as const
