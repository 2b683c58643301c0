import { Context } from "effect"

/** Annotates an endpoint whose body may be large, so that a server reads it piece by piece. */
export const StreamedBody = Context.Reference<boolean>("@rollcall/api/requests/StreamedBody", {
  defaultValue: () => false
})
