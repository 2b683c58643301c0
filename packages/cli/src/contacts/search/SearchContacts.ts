import type { orderFields } from "@rollcall/api"
import { Effect, Option } from "effect"
import { refusal } from "../../CommandRefused.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { layerTarget } from "../../targets/CommandTarget.ts"
import { listNamed, segmentNamed } from "../../targets/NamedSets.ts"
import { refuse } from "../../targets/Target.ts"
import { newest, type Ordered, orderOf, searchOf, type Sought } from "./SearchInput.ts"
import { type Shown, showContacts } from "./ShowContacts.ts"

export interface ListInput extends Shown, Ordered<keyof typeof orderFields> {
  readonly list: Option.Option<string>
  readonly segment: Option.Option<string>
}

export interface SearchInput extends Shown, Sought, Ordered<string> {}

/** Prints the contacts of the workspace, of a list or of a segment. */
export const listContacts = (input: ListInput, flags: AddressFlags) => inTarget(flags, showListed(input))

const showListed = Effect.fnUntraced(function* (input: ListInput) {
  const order_field: keyof typeof orderFields = Option.getOrElse(input.sort, () => newest)
  const order = { order_field, order: orderOf(input) }
  if (Option.isSome(input.segment)) {
    if (Option.isSome(input.list)) {
      const message = "--list and --segment cannot both be given. Use contacts search to combine them"
      return yield* refusal(message)
    }
    const params = { segment_uuid: yield* segmentNamed("--segment", input.segment.value) }
    return yield* showContacts(input, (client, page) =>
      client.segments.contacts({ params, query: { ...page, ...order } })
    )
  }
  const ofList = Option.isSome(input.list) ? { contact_list_uuid: yield* listNamed("--list", input.list.value) } : {}
  return yield* showContacts(input, (client, page) => client.contacts.list({ query: { ...page, ...ofList, ...order } }))
})

/** Prints the contacts that match a search. */
export const searchContacts = (input: SearchInput, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(searchOf(input), (payload) =>
      showContacts(input, (client, query) => client.contacts.search({ query, payload }))
    )
  )

const inTarget = <A, E extends { readonly message: string }, R>(flags: AddressFlags, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.catch(refuse), Effect.provide(layerTarget(flags)))
