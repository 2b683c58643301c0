import { Effect } from "effect"
import { Prompt } from "effect/cli"
import { isatty } from "node:tty"
import { NotDone, refusal } from "../CommandRefused.ts"

/**
 * Asks for confirmation at the terminal before an operation that can't be undone. Fails unless the user agrees or `yes` is
 * given.
 */
export const agreed = Effect.fnUntraced(function* (options: {
  readonly yes: boolean
  readonly question: string
  /** The error message without a terminal. */
  readonly refused: string
  /** The error message if the user doesn't agree. */
  readonly otherwise: string
}) {
  if (options.yes) return
  if (!isatty(0) || !isatty(1)) return yield* refusal(options.refused)
  const isAgreed = yield* Effect.catchTag(Prompt.run(Prompt.Confirm({ message: options.question })), "QuitError", () =>
    Effect.succeed(false)
  )
  if (!isAgreed) return yield* new NotDone({ message: options.otherwise })
})
