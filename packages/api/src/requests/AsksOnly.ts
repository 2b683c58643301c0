import { Context } from "effect"

/**
 * Annotates an endpoint whose body is a query and changes nothing. An unknown member of the body is refused, because
 * ignoring a filter could return every contact.
 */
export const AsksOnly = Context.Reference<boolean>("@rollcall/api/requests/AsksOnly", {
  defaultValue: () => false
})

/** Annotates an endpoint with the members of its body that are queries. Their unknown members are refused too. */
export const AsksIn = Context.Reference<ReadonlyArray<string>>("@rollcall/api/requests/AsksIn", {
  defaultValue: () => []
})
