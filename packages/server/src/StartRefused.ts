import { Predicate, Runtime, Schema } from "effect"

/** The server cannot start. The message is one line for its operator, and names what to change. */
export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", { message: Schema.String }) {
  /** The line is all that is shown: no stack trace. */
  override readonly [Runtime.errorReported] = false
}

/** Refuses a file that a variable names, for the error of the operating system. */
export const refuseFile = (variable: string, filename: string, cause: unknown): StartRefused =>
  new StartRefused({ message: `${variable}: ${filename}: ${whyUnusable(cause)}` })

/** The error of the operating system for a file, in a few words. */
export const whyUnusable = (cause: unknown): string => {
  const why = Predicate.hasProperty(cause, "code") ? words[String(cause.code)] : undefined
  return why ?? oneLine(cause)
}

const words: { readonly [code: string]: string | undefined } = {
  ENOENT: "there is no such file or directory",
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  EROFS: "the file system is read-only",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is not a directory",
  ENOSPC: "there is no space left",
  EPIPE: "its reader has closed it"
}

const oneLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, " ")
