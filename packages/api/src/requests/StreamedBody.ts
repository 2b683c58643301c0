import { Context } from "effect"

/** Annotates an endpoint whose body may be so large that a server reads it piece by piece. */
export const StreamedBody = Context.Reference<boolean>("@rollcall/api/requests/StreamedBody", {
  defaultValue: () => false
})
