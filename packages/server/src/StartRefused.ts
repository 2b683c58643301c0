import { Predicate, Runtime, Schema } from "effect"

/** The server cannot start. The message is the one line that its operator reads, and names what is to be changed. */
export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", { message: Schema.String }) {
  /** The line is all that is shown: no stack trace. */
  override readonly [Runtime.errorReported] = false
}

/** A file that a variable names cannot be used, and what the operating system says of it. */
export const refuseFile = (variable: string, filename: string, cause: unknown): StartRefused =>
  new StartRefused({ message: `${variable}: ${filename}: ${whyUnusable(cause)}` })

/** What the operating system says of a file that cannot be used, in a few words. */
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
  ENOSPC: "there is no space left"
}

const oneLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, " ")
