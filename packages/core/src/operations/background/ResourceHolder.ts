import { Context } from "effect"

/** Whose work a fiber does, where a pool is shared fairly: a workspace; empty for work that belongs to nobody in particular. */
export const ResourceHolder = Context.Reference<string>("@rollcall/core/operations/background/ResourceHolder", {
  defaultValue: () => ""
})
