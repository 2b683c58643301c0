import type { SearchBody } from "../ContactSearch.ts"
import type { Chosen } from "./Chosen.ts"

/** The properties of a bulk action and its contacts. */
export interface BulkProps {
  readonly chosen: Chosen
  /** The number of selected contacts. */
  readonly count: number
  readonly conditions: SearchBody
  readonly onClose: () => void
  /** Called when contacts may have changed. */
  readonly onChanged: () => void
}
