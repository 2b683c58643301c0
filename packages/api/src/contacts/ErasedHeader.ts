import type { ErasureReceipt } from "@rollcall/core/people"
import { Record, String } from "effect"

/** The response header of an erasure, with the number of removed items. */
export const erasedHeader = "rollcall-erased"

/**
 * Formats a receipt for the header: `notes=2, custom_fields=1, ..., complete=true`. With `complete=false`, the contact
 * is gone and workers remove the rest.
 */
export const toErasedHeader = ({ isComplete, ...counts }: ErasureReceipt): string =>
  [
    ...Record.toEntries(counts).map(([name, count]) => `${String.camelToSnake(name)}=${count}`),
    `complete=${isComplete}`
  ].join(", ")
