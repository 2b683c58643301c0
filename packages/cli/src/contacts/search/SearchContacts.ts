import type { orderFields } from "@rollcall/api"
import type { ContactListUuid } from "@rollcall/core"
import { Effect, Option } from "effect"
import type { AddressFlags } from "../../targets/Address.ts"
import { layerTarget } from "../../targets/CommandTarget.ts"
import { refuse } from "../../targets/Target.ts"
import { newest, type Ordered, orderOf, searchOf, type Sought } from "./SearchInput.ts"
import { type Shown, showContacts } from "./ShowContacts.ts"

/** The arguments of `rollcall contacts list`. */
export interface ListInput extends Shown, Ordered<keyof typeof orderFields> {
  readonly list: Option.Option<ContactListUuid>
}

/** The arguments of `rollcall contacts search`. */
export interface SearchInput extends Shown, Sought, Ordered<string> {}

/** Prints contacts of the workspace or of a list. */
export const listContacts = (input: ListInput, flags: AddressFlags) =>
  inTarget(
    flags,
    showContacts(input, (client, page) =>
      client.contacts.list({
        query: {
          ...page,
          ...Option.match(input.list, { onNone: () => ({}), onSome: (list) => ({ contact_list_uuid: list }) }),
          order_field: Option.getOrElse(input.sort, () => newest),
          order: orderOf(input)
        }
      })
    )
  )

/** Prints the contacts that satisfy a search. */
export const searchContacts = (input: SearchInput, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(searchOf(input), (payload) =>
      showContacts(input, (client, query) => client.contacts.search({ query, payload }))
    )
  )

const inTarget = <A, E extends { readonly message: string }, R>(flags: AddressFlags, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.catch(refuse), Effect.provide(layerTarget(flags)))
