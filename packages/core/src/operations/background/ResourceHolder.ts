import { Context } from "effect"

/** The workspace that a fiber works for, so that pools can be shared fairly. Empty if the work belongs to no workspace. */
export const ResourceHolder = Context.Reference<string>("@rollcall/core/operations/background/ResourceHolder", {
  defaultValue: () => ""
})
