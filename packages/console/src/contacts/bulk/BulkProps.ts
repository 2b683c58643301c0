import type { SearchBody } from "../ContactSearch.ts"
import type { Chosen } from "./Chosen.ts"

/** What is done to many contacts, and to which. */
export interface BulkProps {
  readonly chosen: Chosen
  /** How many are chosen. */
  readonly count: number
  readonly conditions: SearchBody
  readonly onClose: () => void
  /** Contacts may be other than they are shown. */
  readonly onChanged: () => void
}
