import { toWireIssues } from "@rollcall/api"
import type { InvalidInput } from "@rollcall/core"
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

/** The responses to the errors that handlers of the area fail with, by tag. */
const answers = {
  AccessTokenNotFound: notFound,
  BroadcastNotFound: notFound,
  ContactImportNotFound: notFound,
  ContactListArchived: badRequest,
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
  ScopesExceeded: forbidden,
  ScopesMissing: forbidden,
  SearchStopped: searchStopped,
  ListJobNotFound: notFound,
  SegmentArchived: badRequest,
  SegmentBroken: ({ message: msg }: { readonly message: string }) =>
    invalidRequest({ issues: [{ type: "segment_broken", in: "path", field: "segment_uuid", msg }] }),
  SegmentNotFound: notFound,
  StorageError: storageFailed,
  TooManyRequests: tooManyRequests,
  WebhookNotFound: notFound
}
type Tag = keyof typeof answers
type FailureOf = { readonly [T in Tag]: Parameters<(typeof answers)[T]>[0] & { readonly _tag: T } }
/** An interface, so that the compiler relates a failure to its tag. */
interface Failures extends FailureOf {}
type Failure<T extends Tag> = Failures[T] & { readonly _tag: T }
type Answer<T extends Tag> = Effect.Error<ReturnType<(typeof answers)[T]>>

const answerOf: { readonly [T in Tag]: (failure: Failures[T]) => Effect.Effect<never, Answer<T>> } = answers

/** The errors that handlers may fail with if an endpoint declares the responses in `E`. */
export type FailureAnswered<E> = { [T in Tag]: [Answer<T>] extends [E] ? Failure<T> : never }[Tag]

/** Turns every error of a handler into a response in the format of the area. An endpoint must declare these responses. */
export const answered = <A, T extends Tag, R>(
  handler: Effect.Effect<A, Failure<T>, R>
): Effect.Effect<A, Answer<T>, R> => Effect.catch(handler, (failure) => answerOf[failure._tag](failure))
