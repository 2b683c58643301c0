import { Predicate, Runtime, Schema } from "effect"

/**
 * An error for a server that can't start. The message has one line for each thing that the operator must change. The
 * process exits with 2.
 */
export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", { message: Schema.String }) {
  /** Shows only the message, without a stack trace. */
  override readonly [Runtime.errorReported] = false
  override readonly [Runtime.errorExitCode] = 2
}

/** Makes the error for a file that a variable names, from the error of the operating system. */
export const refuseFile = (variable: string, filename: string, cause: unknown): StartRefused =>
  new StartRefused({ message: `${variable}: ${filename}: ${whyUnusable(cause)}` })

/** Describes an error of a file or a database briefly. */
export const whyUnusable = (error: unknown): string => {
  const cause = innermost(error)
  const why = Predicate.hasProperty(cause, "code") ? words[String(cause.code)] : undefined
  return why ?? oneLine(cause)
}

/** Returns the innermost cause of an error, because only that explains the failure. */
export const innermost = (error: unknown): unknown =>
  Predicate.hasProperty(error, "cause") && error.cause !== undefined ? innermost(error.cause) : error

export const diskFull = "the disk is full"

const words: { readonly [code: string]: string | undefined } = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is not a directory",
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EPIPE: "its reader has closed it",
  ECONNREFUSED: "the connection is refused: nothing listens at this address",
  ENOTFOUND: "the host does not exist",
  EAI_AGAIN: "the name of the host cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ETIMEDOUT: "the host does not answer"
}

const oneLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, " ")
