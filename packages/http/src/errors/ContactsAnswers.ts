import { toWireIssues } from "@rollcall/api"
import type {
  BroadcastNotFound,
  ContactImportNotFound,
  ContactListArchived,
  ContactListNotFound,
  ContactNotFound,
  CustomFieldNotFound,
  EventsRemoved,
  InvalidInput,
  NoteNotFound,
  SearchStopped,
  StorageError
} from "@rollcall/core"
import type { AccessTokenNotFound, ScopesExceeded } from "@rollcall/core/operations"
import type {
  ImportNotOver,
  ImportRowsRemoved,
  ListJobNotFound,
  MergeNotFound,
  MergeNotUndoable,
  OptOutJobNotFound,
  SegmentArchived,
  SegmentBroken,
  SegmentNotFound
} from "@rollcall/core/people"
import type { ReceivedMessageNotFound } from "@rollcall/core/sending"
import type { WebhookNotFound } from "@rollcall/core/events"
import { Effect } from "effect"
import {
  badRequest,
  conflict,
  forbidden,
  gone,
  invalidRequest,
  notFound,
  searchStopped,
  storageFailed,
  tooManyRequests
} from "./ContactsRefusals.ts"
import type { ScopesMissing, TooManyRequests } from "./Refusals.ts"
import type { InvalidRequest } from "../requests/InvalidRequest.ts"

/** The errors that handlers of the area fail with, by tag. */
interface Failures {
  readonly AccessTokenNotFound: AccessTokenNotFound
  readonly BroadcastNotFound: BroadcastNotFound
  readonly ContactImportNotFound: ContactImportNotFound
  readonly ContactListArchived: ContactListArchived
  readonly ContactListNotFound: ContactListNotFound
  readonly ContactNotFound: ContactNotFound
  readonly CustomFieldNotFound: CustomFieldNotFound
  readonly EventsRemoved: EventsRemoved
  readonly ImportNotOver: ImportNotOver
  readonly ImportRowsRemoved: ImportRowsRemoved
  readonly InvalidInput: InvalidInput
  readonly InvalidRequest: InvalidRequest
  readonly MergeNotFound: MergeNotFound
  readonly MergeNotUndoable: MergeNotUndoable
  readonly NoteNotFound: NoteNotFound
  readonly OptOutJobNotFound: OptOutJobNotFound
  readonly ReceivedMessageNotFound: ReceivedMessageNotFound
  readonly ScopesExceeded: ScopesExceeded
  readonly ScopesMissing: ScopesMissing
  readonly SearchStopped: SearchStopped
  readonly ListJobNotFound: ListJobNotFound
  readonly SegmentArchived: SegmentArchived
  readonly SegmentBroken: SegmentBroken
  readonly SegmentNotFound: SegmentNotFound
  readonly StorageError: StorageError
  readonly TooManyRequests: TooManyRequests
  readonly WebhookNotFound: WebhookNotFound
}
type Tag = keyof Failures
type Failure<T extends Tag> = Failures[T] & { readonly _tag: T }

const answers = {
  AccessTokenNotFound: notFound,
  BroadcastNotFound: notFound,
  ContactImportNotFound: notFound,
  ContactListArchived: ({ message }: ContactListArchived) => badRequest(message),
  ContactListNotFound: notFound,
  ContactNotFound: notFound,
  CustomFieldNotFound: notFound,
  EventsRemoved: gone,
  ImportNotOver: conflict,
  ImportRowsRemoved: gone,
  InvalidInput: ({ issues }: InvalidInput) => invalidRequest({ issues: toWireIssues(issues) }),
  InvalidRequest: invalidRequest,
  MergeNotFound: notFound,
  MergeNotUndoable: conflict,
  NoteNotFound: notFound,
  OptOutJobNotFound: notFound,
  ReceivedMessageNotFound: notFound,
  ScopesExceeded: ({ scopes }: ScopesExceeded) => forbidden(scopes),
  ScopesMissing: ({ scopes }: ScopesMissing) => forbidden(scopes),
  SearchStopped: searchStopped,
  ListJobNotFound: notFound,
  SegmentArchived: ({ message }: SegmentArchived) => badRequest(message),
  SegmentBroken: ({ message }: SegmentBroken) =>
    invalidRequest({ issues: [{ type: "segment_broken", in: "path", field: "segment_uuid", msg: message }] }),
  SegmentNotFound: notFound,
  StorageError: storageFailed,
  TooManyRequests: tooManyRequests,
  WebhookNotFound: notFound
}
type Answer<T extends Tag> = Effect.Error<ReturnType<(typeof answers)[T]>>

const answerOf: { readonly [T in Tag]: (failure: Failures[T]) => Effect.Effect<never, Answer<T>> } = answers

/** The errors that handlers may fail with if an endpoint declares the responses in `E`. */
export type FailureAnswered<E> = { [T in Tag]: [Answer<T>] extends [E] ? Failure<T> : never }[Tag]

/** Turns every error of a handler into a response in the format of the area. An endpoint must declare these responses. */
export const answered = <A, T extends Tag, R>(
  handler: Effect.Effect<A, Failure<T>, R>
): Effect.Effect<A, Answer<T>, R> => Effect.catch(handler, (failure) => answerOf[failure._tag](failure))
