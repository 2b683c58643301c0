/** What every context is made of: uuids, issues, pages, texts and instants. */
export {
  AccessTokenUuid,
  ActorUuid,
  BroadcastUuid,
  type Caller,
  ChannelNoticeUuid,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  IdGenerator,
  NoteUuid,
  ReceivedMessageUuid,
  RecipientUuid,
  ContactJobUuid,
  SegmentUuid,
  SelectOptionUuid,
  WebhookUuid,
  WorkspaceUuid,
  nextId,
  systemCaller
} from "./Ids.ts"
export { type EncodedMembers, encodedAs } from "./Codecs.ts"
export { Count, described, sentenceOn, shown, textOf } from "./Described.ts"
export { otherNames, schemaIssues, schemaProblems, type InputBounds, defaultBounds, inspectInput } from "./Input.ts"
export {
  type PlaceInTime,
  dayOfYear,
  isoText,
  newestBefore,
  parseInstant,
  steadyMillis,
  steadyMillisOf
} from "./Instant.ts"
export {
  InvalidInput,
  Issue,
  IssueCode,
  IssuePath,
  issue,
  issueCodes,
  placeOf,
  sentenceOf,
  sentencesOf
} from "./Issue.ts"
export { makeLruCache } from "./LruCache.ts"
export {
  comparePlaces,
  type CursorPage,
  CursorRequest,
  type Page,
  PageRequest,
  type Place,
  type PlacePage,
  type PlaceRequest,
  slice,
  sliceAfter
} from "./Page.ts"
export { StorageError } from "./StorageError.ts"
export { type SnakeCase, editDistance, fold, letters, nearest, snakeKeys, visible } from "./Text.ts"
