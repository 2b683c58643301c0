import type { ContactLists, Contacts, ContactValues, CustomFields, Notes, PageRequest } from "@rollcall/core"
import type { Effect } from "effect"
import fc from "fast-check"
import { show } from "../shared/Check.ts"
import type { Fixture } from "./Fixture.ts"

/** What commands are given to. */
export type Services = Contacts | CustomFields | ContactValues | ContactLists | Notes

/** Something to ask of the services: what is asked exactly depends on what is there by then. */
export class Command {
  readonly name: string
  readonly given: unknown
  readonly call: (fixture: Fixture) => Effect.Effect<unknown, unknown, Services>

  constructor(name: string, given: unknown, call: Command["call"]) {
    this.name = name
    this.given = given
    this.call = call
  }

  /** How a counterexample shows it. */
  [fc.toStringMethod](): string {
    return `${this.name} ${show(this.given)}`
  }
}

/** Commands of one name, from what is generated for them. */
export const command = <A>(
  name: string,
  given: fc.Arbitrary<A>,
  call: (given: A, fixture: Fixture) => Effect.Effect<unknown, unknown, Services>
): fc.Arbitrary<Command> => given.map((given) => new Command(name, given, (fixture) => call(given, fixture)))

/** A page that often begins at the beginning and has seldom room for everything. */
export const shortPageArbitrary: fc.Arbitrary<PageRequest> = fc.record({
  limit: fc.constantFrom(1, 2, 3, 100),
  offset: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) })
})
