import { Context } from "effect"

/** The workspace that a fiber works for, where a pool is shared fairly; empty for work of no workspace. */
export const ResourceHolder = Context.Reference<string>("@rollcall/core/operations/background/ResourceHolder", {
  defaultValue: () => ""
})
