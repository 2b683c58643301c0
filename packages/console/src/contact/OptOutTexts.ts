import type { AnswerOf } from "../api/Operation.ts"

type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

/** What an opt-out is from. */
export const scopeTitles: Readonly<Record<OptOut["scope"], string>> = {
  all: "From all messages",
  marketing: "From marketing"
}

/** How an opt-out came, in a sentence. */
export const sourceTexts = {
  message: "after a message that asked for it",
  channel: "as the channel reported",
  request: "by someone who uses Rollcall",
  merge: "as a contact that was merged into it was opted out",
  import: "by an import"
} as const
