import type { AnswerOf } from "../api/Operation.ts"

type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number]

/** What the page says of opting out and in. */
export const optOutTexts = {
  optOut: {
    button: "Opt out",
    done: "The contact is opted out.",
    title: (name: string) => `Opt ${name} out?`,
    text: "Broadcasts leave out its numbers from now on, for every contact that has them. Messages that were not sent yet are not sent."
  },
  optIn: {
    button: "Opt in",
    done: "Broadcasts reach the contact again.",
    title: (name: string) => `Opt ${name} in again?`,
    text: "Later broadcasts reach the contact again. Do this only if the person asked for it."
  }
} as const

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
