import type { ContactLists, Contacts, ContactValues, CustomFields, Notes, PageRequest } from "@rollcall/core"
import type { ContactErasure } from "@rollcall/core/people"
import type { Effect } from "effect"
import fc from "fast-check"
import { show } from "../shared/Check.ts"
import type { Fixture } from "./Fixture.ts"

/** The services that commands call. */
export type Services = ContactErasure | Contacts | CustomFields | ContactValues | ContactLists | Notes

/** A call of a service. Its arguments are chosen when it runs, from the entities that exist then. */
export class Command {
  readonly name: string
  readonly given: unknown
  readonly call: (fixture: Fixture) => Effect.Effect<unknown, unknown, Services>

  constructor(name: string, given: unknown, call: Command["call"]) {
    this.name = name
    this.given = given
    this.call = call
  }

  /** Returns the string that counterexamples show. */
  [fc.toStringMethod](): string {
    return `${this.name} ${show(this.given)}`
  }
}

/** Generates commands of one name from their parameters. */
export const command = <A>(
  name: string,
  given: fc.Arbitrary<A>,
  call: (given: A, fixture: Fixture) => Effect.Effect<unknown, unknown, Services>
): fc.Arbitrary<Command> => given.map((given) => new Command(name, given, (fixture) => call(given, fixture)))

/** A page that often begins with the first item and usually does not contain all items. */
export const shortPageArbitrary: fc.Arbitrary<PageRequest> = fc.record({
  limit: fc.constantFrom(1, 2, 3, 100),
  offset: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) })
})
