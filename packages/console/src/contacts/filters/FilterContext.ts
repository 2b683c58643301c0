import type { Refusal } from "../../api/Refusal.ts"
import type { ContactFields } from "../ContactFields.ts"
import type { FilterNode } from "./Filter.ts"

/** Sets the filters. Typing replaces the URL; other changes push a new one. */
export type SetFilters<Node> = (node: Node, how?: "push" | "replace") => void

export interface FilterContext {
  readonly fields: ContactFields
  /** The error of the last search, with the paths of its filters. */
  readonly refusal: Refusal | undefined
  readonly places: ReadonlyMap<FilterNode, string>
}
