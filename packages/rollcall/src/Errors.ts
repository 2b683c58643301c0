import { InvalidInput, StorageError } from "@rollcall/core"
import type { HostTransactionError } from "@rollcall/storage-sql"
import { Cause, Predicate, Result } from "effect"
import type { ServiceError } from "./methods/Areas.ts"
import { codes, RollcallError, type RollcallErrorCode } from "./RollcallError.ts"

/** The code of each error that a service fails with. */
export const codeOfTag: {
  readonly [Tag in (ServiceError | HostTransactionError)["_tag"] | "DatabaseNotReady"]: RollcallErrorCode | "reason"
} = {
  InvalidInput: "invalid_input",
  BroadcastNotFound: "not_found",
  ContactImportNotFound: "not_found",
  ContactListNotFound: "not_found",
  ContactNotFound: "not_found",
  ReceivedMessageNotFound: "not_found",
  CustomFieldNotFound: "not_found",
  EventsRemoved: "events_removed",
  ImportNotOver: "not_undoable",
  ImportRowsRemoved: "rows_removed",
  MergeNotFound: "not_found",
  MergeNotUndoable: "not_undoable",
  NoteNotFound: "not_found",
  OptOutJobNotFound: "not_found",
  ScopesExceeded: "invalid_input",
  TemplateNotFound: "not_found",
  WebhookNotFound: "not_found",
  InvalidTransition: "invalid_transition",
  ContactListArchived: "archived",
  SearchStopped: "search_stopped",
  ListJobNotFound: "not_found",
  SegmentArchived: "archived",
  SegmentBroken: "segment_broken",
  SegmentNotFound: "not_found",
  HostTransactionError: "transaction",
  StorageError: "reason",
  DatabaseNotReady: "database_not_ready"
}

const codeOfReason: { readonly [Reason in StorageError["reason"]]: RollcallErrorCode } = {
  Unavailable: "unavailable",
  NotReady: "database_not_ready",
  Conflict: "conflict",
  Corrupt: "corrupt"
}

/** Returns the code of an error by its tag; `reason` if the code depends on the reason of the error. */
const codeOfError = (tag: unknown): RollcallErrorCode | "reason" =>
  new Map<unknown, RollcallErrorCode | "reason">(Object.entries(codeOfTag)).get(tag) ?? "internal"

const codeOf = (error: unknown): RollcallErrorCode => {
  if (!Predicate.hasProperty(error, "_tag")) return "internal"
  const code = codeOfError(error._tag)
  if (code !== "reason") return code
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : undefined
  return new Map<unknown, RollcallErrorCode>(Object.entries(codeOfReason)).get(reason) ?? "internal"
}

/** Returns the error of a failed call, as a host gets it. */
export const toRollcallError = (cause: Cause.Cause<unknown>): RollcallError => {
  const found = Cause.findError(cause)
  const error = Result.isSuccess(found) ? found.success : Cause.squash(cause)
  if (error instanceof RollcallError) return error
  const code = codeOf(error)
  const message = error instanceof Error && error.message !== "" ? error.message : codes[code]
  if (error instanceof InvalidInput) return new RollcallError(code, message, { issues: error.issues })
  // The error of the driver is of more use than the envelope around it.
  const inner = error instanceof StorageError ? error.cause : error
  return new RollcallError(code, message, { cause: inner })
}

/** The error of a call after `close`. */
export const closedError = () => new RollcallError("closed", codes.closed)

/** Puts the place of a call into the stack of its error, which would otherwise show only the library. */
export const locate = (error: RollcallError, place: { readonly stack?: string }): RollcallError => {
  const frames = place.stack?.split("\n").slice(1).join("\n")
  if (frames) error.stack = `${error.name}: ${error.message}\n${frames}`
  return error
}
