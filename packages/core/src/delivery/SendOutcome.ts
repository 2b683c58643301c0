import type { Duration } from "effect"
import type { RecipientProblem } from "../broadcasts/Recipient.ts"
import type { RecipientUuid } from "../shared/Ids.ts"

/** One claim of one delivery. */
export interface SendAttempt {
  readonly uuid: RecipientUuid
  readonly attempt: number
}

/** What one send came to. */
export type SendOutcome = SendAttempt &
  (
    | {
        readonly _tag: "Accepted"
        readonly messageId: string
        /** The address under which the recipient writes, where the provider says so and it is another one (C10). */
        readonly writesFrom?: string
      }
    | ({ readonly _tag: "Undeliverable" } & RecipientProblem)
    /** The response was lost (B12). The channel is asked after `askAfter`; if null, only a receipt resolves it. */
    | { readonly _tag: "Unknown"; readonly askAfter: Duration.Duration | null }
    /**
     * Not accepted: pending again, claimable after `delay`, and after those that were never released (B23). Without a delay
     * it had not begun, and keeps its place. `counts`: it is one of the retries (B15).
     */
    | { readonly _tag: "Retry"; readonly delay: Duration.Duration | null; readonly counts: boolean }
  )

/** What resolves an `unknown` delivery (B12): the channel's answer, or where it has none, what `onUnknown` says. */
export type Resolution =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** Never accepted, and the channel refuses a late send of this attempt. */
  | { readonly _tag: "NotAccepted" }
  /** The channel cannot say: the delivery stays unknown, and the channel is not asked again. */
  | { readonly _tag: "Unknown" }
  /** Sent once more, perhaps a second time to the recipient; given up after `retries` retries or when nothing may be sent. */
  | { readonly _tag: "Resend"; readonly retries: number }
  /** Undeliverable, unless a receipt proves otherwise. */
  | { readonly _tag: "GiveUp" }
