import type { ErasureReceipt } from "@rollcall/core/people"
import { Record, String } from "effect"

/** The header of the answer to an erasure that says what was removed, in numbers. */
export const erasedHeader = "rollcall-erased"

/**
 * A receipt as the header has it: `notes=2, custom_fields=1, ..., complete=true`. With `complete=false` the contact is gone
 * and workers remove the rest.
 */
export const toErasedHeader = ({ isComplete, ...counts }: ErasureReceipt): string =>
  [
    ...Record.toEntries(counts).map(([name, count]) => `${String.camelToSnake(name)}=${count}`),
    `complete=${isComplete}`
  ].join(", ")
