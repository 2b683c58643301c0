import { Effect } from "effect"
import { Prompt } from "effect/cli"
import { isatty } from "node:tty"
import { NotDone, refusal } from "../CommandRefused.ts"

/** Asks at the terminal before something is done that can't be undone. Fails unless the answer is yes, or `yes` was given. */
export const agreed = Effect.fnUntraced(function* (options: {
  readonly yes: boolean
  readonly question: string
  /** What is said without a terminal. */
  readonly refused: string
  /** What is said if the answer is no. */
  readonly otherwise: string
}) {
  if (options.yes) return
  if (!isatty(0) || !isatty(1)) return yield* refusal(options.refused)
  const isAgreed = yield* Effect.catchTag(Prompt.run(Prompt.Confirm({ message: options.question })), "QuitError", () =>
    Effect.succeed(false)
  )
  if (!isAgreed) return yield* new NotDone({ message: options.otherwise })
})
