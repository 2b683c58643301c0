export {
  BroadcastsAuthorization,
  ContactsAuthorization,
  CurrentCaller,
  RequiredScopes
} from "./access/Authorization.ts"
export { TokenResource, toTokenPage, toTokenSecretResource } from "./access/TokenResource.ts"
export { Api } from "./Api.ts"
export { AudienceBody, toAudienceRequest } from "./broadcasts/AudienceBodies.ts"
export {
  CreateBody,
  toBroadcastRequest,
  toEstimateRequest,
  toParametersRequest,
  ValidateBody
} from "./broadcasts/BroadcastBodies.ts"
export {
  type AcceptedBroadcast,
  toAcceptedBroadcast,
  toRetriedBroadcast,
  toWarnings
} from "./broadcasts/AcceptanceResources.ts"
export {
  BroadcastPage,
  BroadcastResource,
  RecipientPage,
  StatusPage,
  toBroadcastPage,
  toBroadcastResource,
  toRecipientPage,
  toStatusPage
} from "./broadcasts/BroadcastResources.ts"
export { BroadcastsRequestErrors, NotFoundAs, RefusedAs, replayedHeader } from "./broadcasts/BroadcastsApi.ts"
export { toTestedBroadcast } from "./broadcasts/TestBody.ts"
export { toRetryRequest } from "./broadcasts/RetryBody.ts"
export { EstimateResource, toEstimateResource } from "./broadcasts/EstimateResource.ts"
export { toCursorRequest, toRecipientFilter } from "./broadcasts/StatusesBody.ts"
export { ContactBody, SearchItemBody, SearchBody, toSearchRequest } from "./contacts/ContactRequests.ts"
export { ContactPage, ContactResource, toContactPage, toContactResource } from "./contacts/ContactResource.ts"
export { contactParams, orderFields } from "./contacts/ContactsApi.ts"
export { toContactFields } from "./contacts/WireFields.ts"
export { CreateFieldBody, toDefinition, toGivenOptions, UpdateFieldBody } from "./custom-fields/CustomFieldRequests.ts"
export { CustomFieldResource, toCustomFieldPage, toCustomFieldResource } from "./custom-fields/CustomFieldResource.ts"
export * as BroadcastsErrors from "./errors/BroadcastsErrors.ts"
export * as ContactsErrors from "./errors/ContactsErrors.ts"
export { ContactsRequestErrors } from "./errors/ContactsRequestErrors.ts"
export { type ErrorStatus, statusLines } from "./errors/StatusLines.ts"
export { toWireIssues, WireIssue } from "./errors/WireIssue.ts"
export { EventPageResource, toEventPage, toEventResource } from "./events/EventResource.ts"
export { ImportBody, ImportRowBody, toImportPolicy, toImportRequest } from "./imports/ImportRequests.ts"
export {
  type ImportResource,
  toImportPage,
  toImportPreview,
  toImportResource,
  toImportRowPage
} from "./imports/ImportResource.ts"
export { toListing } from "./lists/ContactListRequests.ts"
export {
  ContactListResource,
  toAdditionResource,
  toContactListPage,
  toContactListResource,
  toSearchAdditionResource
} from "./lists/ContactListResource.ts"
export { DuplicatePage, toDuplicateField, toDuplicatePage, WireField } from "./merges/DuplicateResource.ts"
export { toMergeRequest } from "./merges/MergeRequests.ts"
export { toUndoneMergeResource, UndoneMergeResource } from "./merges/MergeResource.ts"
export { toNotePage, toNoteResource } from "./notes/NoteResource.ts"
export { TimelinePageResource, toTimelinePage } from "./timeline/TimelineResource.ts"
export { toMessageResource } from "./messages/MessageResource.ts"
export { toNewOptOutJob, toOptOutJobResource, toOptOutPage, toOptOutResource } from "./opt-outs/OptOutResource.ts"
export { parseOptions } from "./requests/Codecs.ts"
export { erasedHeader, toErasedHeader } from "./contacts/ErasedHeader.ts"
export { ignoredFieldsHeader, mapMembers } from "./requests/IgnoredFields.ts"
export { AsksIn, AsksOnly } from "./requests/AsksOnly.ts"
export { StreamedBody } from "./requests/StreamedBody.ts"
export { toSegmentSearch } from "./segments/SegmentRequests.ts"
export { SegmentResource, toSegmentPage, toSegmentResource } from "./segments/SegmentResource.ts"
export { SettingsResource, toSettings, toSettingsResource } from "./settings/SettingsResource.ts"
export { asServed } from "./system/OpenApiDocument.ts"
export { healthPath, readyPath } from "./system/SystemApi.ts"
export { TemplatePage, TemplateResource, toTemplatePage } from "./templates/TemplateResource.ts"
export {
  toWebhookPage,
  toWebhookResource,
  toWebhookSecretResource,
  WebhookResource,
  WebhookSecretResource
} from "./webhooks/WebhookResource.ts"
