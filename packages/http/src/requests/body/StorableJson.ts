import type { WireIssue } from "@rollcall/api"
import { type InputBounds, inspectInput, placeOf } from "@rollcall/core/shared"
import { inBody } from "../Issues.ts"

/** Inspects parsed JSON that lies at a path of a body, as {@link inspectInput} does. */
export const inspect = (
  root: unknown,
  bounds: InputBounds,
  at: ReadonlyArray<PropertyKey> = []
): { readonly issues: ReadonlyArray<WireIssue>; readonly bounded: boolean } => {
  const { bounded, issues } = inspectInput(root, bounds)
  return { issues: issues.map(({ code, message, path }) => inBody(code, placeOf([...at, ...path]), message)), bounded }
}
