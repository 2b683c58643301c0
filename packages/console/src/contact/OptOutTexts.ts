import type { AnswerOf } from "../api/Operation.ts"

type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

export const scopeTitles: Readonly<Record<OptOut["scope"], string>> = {
  all: "From all messages",
  marketing: "From marketing"
}

/** Descriptions of the sources of an opt-out. */
export const sourceTexts = {
  message: "after a message from the contact",
  channel: "reported by the channel",
  request: "in the console or by an application",
  merge: "from a merged contact",
  import: "in an import"
} as const
