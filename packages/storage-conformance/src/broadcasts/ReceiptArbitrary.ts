import { type Receipt, ReceiptStatus, type RecipientUuid } from "@rollcall/core"
import fc from "fast-check"
import { instantArbitrary } from "../kernel/InstantArbitrary.ts"
import { textArbitrary } from "../kernel/TextArbitrary.ts"

/** The channel's id of the one message of a recipient, in tests. */
export const messageIdOf = (recipient: RecipientUuid): string => `message of ${recipient}`

/** A receipt for one of the recipients: with its correlation, or with nothing but the message id (B11, B12). */
export const receiptArbitrary = (recipients: ReadonlyArray<RecipientUuid>): fc.Arbitrary<Receipt> =>
  fc
    .record({
      recipient: fc.constantFrom(...recipients),
      correlated: fc.boolean(),
      status: fc.constantFrom(...ReceiptStatus.literals),
      error: fc.option(textArbitrary),
      at: instantArbitrary
    })
    .map(({ at, correlated, error, recipient, status }) => ({
      correlation: correlated ? recipient : null,
      messageId: messageIdOf(recipient),
      status,
      error: status === "undeliverable" ? error : null,
      at
    }))
