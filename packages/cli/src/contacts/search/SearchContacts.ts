import type { orderFields } from "@rollcall/api"
import { Effect, Option } from "effect"
import { refusal } from "../../CommandRefused.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { withTarget } from "../../targets/InTarget.ts"
import { listNamed, segmentNamed } from "../../targets/NamedSets.ts"
import { newest, type Ordered, orderOf, searchOf, type Sought } from "./SearchInput.ts"
import { type Shown, showContacts } from "./ShowContacts.ts"

export interface ListInput extends Shown, Ordered<keyof typeof orderFields> {
  readonly list: Option.Option<string>
  readonly segment: Option.Option<string>
}

export interface SearchInput extends Shown, Sought, Ordered<string> {}

export const listContacts = (input: ListInput, flags: AddressFlags) => withTarget(flags, showListed(input))

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

export const searchContacts = (input: SearchInput, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.flatMap(searchOf(input), (payload) =>
      showContacts(input, (client, query) => client.contacts.search({ query, payload }))
    )
  )
