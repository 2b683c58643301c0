import { Context } from "effect"

/**
 * Annotates an endpoint whose body asks for something and changes nothing: an unknown member of it is refused, because
 * ignoring a filter would answer with everybody.
 */
export const AsksOnly = Context.Reference<boolean>("@rollcall/api/requests/AsksOnly", {
  defaultValue: () => false
})

/** Annotates an endpoint with the members of its body that ask for something: an unknown member of those is refused too. */
export const AsksIn = Context.Reference<ReadonlyArray<string>>("@rollcall/api/requests/AsksIn", {
  defaultValue: () => []
})
