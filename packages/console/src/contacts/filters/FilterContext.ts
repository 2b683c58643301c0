import type { Refusal } from "../../api/Refusal.ts"
import type { ContactFields } from "../ContactFields.ts"
import type { FilterNode } from "./Filter.ts"

/** Sets the filters. What is typed replaces the URL; what is chosen, added or removed is pushed. */
export type SetFilters<Node> = (node: Node, how?: "push" | "replace") => void

export interface FilterContext {
  readonly fields: ContactFields
  /** Why the last search was refused, with the places of the filters in it. */
  readonly refusal: Refusal | undefined
  readonly places: ReadonlyMap<FilterNode, string>
}
