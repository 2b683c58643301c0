import type { AnswerOf } from "../api/Operation.ts"

type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

/** What an opt-out is from. */
export const scopeTitles: Readonly<Record<OptOut["scope"], string>> = {
  all: "From all messages",
  marketing: "From marketing"
}

/** How an opt-out came, in a sentence. */
export const sourceTexts = {
  message: "after a message from the contact",
  channel: "reported by the channel",
  request: "in the console or by an application",
  merge: "from a merged contact",
  import: "in an import"
} as const
