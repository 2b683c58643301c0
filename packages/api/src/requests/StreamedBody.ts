import { Context } from "effect"

/** Annotates an endpoint whose body may be large, so that the server reads it in pieces. */
export const StreamedBody = Context.Reference<boolean>("@rollcall/api/requests/StreamedBody", {
  defaultValue: () => false
})
