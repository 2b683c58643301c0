/**
 * For hosts and operators: access tokens, background loops, logs and metrics. For packages that host Rollcall: uuids,
 * issues, pages, strings and timestamps.
 */
export {
  AccessToken,
  AccessTokenNotFound,
  NewAccessToken,
  Scope,
  ScopesExceeded,
  allScopes,
  scopeMeanings,
  tokenStatusAt
} from "./operations/access/AccessToken.ts"
export {
  actorNamed,
  CurrentActor,
  ChannelNoticeUuid,
  ContactJobUuid,
  nextId,
  ReceivedMessageUuid,
  SegmentUuid,
  SelectOptionUuid,
  Uuid,
  WebhookUuid,
  AccessTokenUuid,
  ActorUuid,
  BroadcastUuid,
  type Caller,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  IdGenerator,
  NoteUuid,
  RecipientUuid,
  WorkspaceUuid,
  systemCaller
} from "./shared/Ids.ts"
export { Actors } from "./operations/access/Actors.ts"
export { AccessTokenSettings } from "./operations/access/AccessTokenSettings.ts"
export { AccessTokens, type AccessTokenWithSecret } from "./operations/access/AccessTokens.ts"
export { allMetrics, metrics } from "./operations/observability/Metrics.ts"
export { metricsMediaType, MetricsReport } from "./operations/observability/MetricsReport.ts"
export {
  type EndedRequest,
  notReadyReasons,
  type NotReadyReason,
  Readiness
} from "./operations/observability/Readiness.ts"
export { readTraceparent } from "./operations/observability/Traces.ts"
export { prometheusName } from "./operations/observability/Series.ts"
export type { SchemaAge, StoreConnections, Workload } from "./operations/observability/StoreMonitor.ts"
export { type DeadlineTimer, makeDeadlineTimer } from "./operations/background/DeadlineTimer.ts"
export { makeFairSemaphore, type Pace } from "./operations/background/FairSemaphore.ts"
export { ResourceHolder } from "./operations/background/ResourceHolder.ts"
export {
  issue,
  issueCodes,
  IssuePath,
  placeOf,
  sentenceOf,
  sentencesOf,
  InvalidInput,
  Issue,
  IssueCode
} from "./shared/Issue.ts"
export {
  comparePlaces,
  type CursorPage,
  CursorRequest,
  type Place,
  type PlacePage,
  type PlaceRequest,
  slice,
  sliceAfter,
  type Page,
  PageRequest
} from "./shared/Page.ts"
export { type EncodedMembers, encodedAs } from "./shared/Codecs.ts"
export { Count, described, sentenceOn, shown, textOf } from "./shared/Described.ts"
export {
  otherNames,
  schemaIssues,
  schemaProblems,
  type InputBounds,
  defaultBounds,
  inspectInput
} from "./shared/Input.ts"
export {
  type PlaceInTime,
  dayOfYear,
  isoText,
  newestBefore,
  parseInstant,
  steadyClock,
  steadyMillis,
  steadyMillisOf
} from "./shared/Instant.ts"
export { makeLruCache } from "./shared/LruCache.ts"
export { type SnakeCase, editDistance, fold, letters, nearest, snakeKeys, visible } from "./shared/Text.ts"
export { own } from "./shared/Own.ts"
export { StorageError } from "./shared/StorageError.ts"
