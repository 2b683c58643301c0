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

/** The maximum sizes that one request accepts. */
export const limits = {
  /** The maximum number of recipients of a broadcast. */
  recipients: maxRecipients,
  /** The maximum number of recipients of a validation. */
  validatedRecipients: maxValidatedRecipients,
  /** The maximum number of rows of an import. */
  importRows: maxImportRows,
  /** The maximum number of contacts that one request adds to a list or removes from it. */
  listMembers: maxMembersAtOnce,
  /** The maximum number of contacts that a search adds to a list, opts out or opts in. */
  searchChanged: maxSearchChanged,
  /** The maximum number of filters of a search. */
  filters: maxFilters,
  /** The maximum number of options of a custom field. */
  selectOptions: maxOptions,
  /** The longest search term, in characters. */
  searchTerm: maxSearchTermLength,
  /** The longest contact field, in characters. */
  contactField: maxFieldLength,
  /** The longest name, icon or option of a custom field, in characters. */
  customFieldText: maxDefinitionTextLength,
  listName: maxListNameLength,
  segmentName: maxSegmentNameLength,
  noteTitle: maxTitleLength,
  /** The longest text of a note, in characters. */
  noteText: maxTextLength,
  /** The longest sender of a broadcast, in characters. */
  sender: maxSenderLength,
  /** The longest idempotency key of a broadcast, in characters. */
  idempotencyKey: maxKeyLength,
  /** The longest client reference of a recipient, in characters. */
  clientReference: maxClientReferenceLength,
  webhookUrl: maxWebhookUrlLength,
  /** The longest name of an access token, in characters. */
  tokenName: maxTokenNameLength
} as const
