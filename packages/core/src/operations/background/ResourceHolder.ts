import { Context } from "effect"

/** The workspace of a fiber's work, for pools that are shared fairly. Empty if the work belongs to no workspace. */
export const ResourceHolder = Context.Reference<string>("@rollcall/core/operations/background/ResourceHolder", {
  defaultValue: () => ""
})
