import type { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { DateTime, Effect, type Option } from "effect"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { given } from "../targets/Given.ts"
import { inTarget } from "../targets/InTarget.ts"
import { itemsOf } from "../targets/Listing.ts"

interface ListedOptOuts extends Printed {
  readonly scope: Option.Option<OptOutScope>
  readonly source: Option.Option<OptOutSource>
}

export const listOptOuts = Effect.fn("ListOptOuts.list")(function* (
  { json, scope, source }: ListedOptOuts,
  flags: AddressFlags
) {
  const found = yield* inTarget(
    flags,
    itemsOf("opt_outs", (client, page) => client.optOuts.list({ query: { ...page, ...given({ scope, source }) } }))
  )
  yield* print(json, found, () =>
    found.length === 0
      ? "No opt-outs found."
      : table(
          ["Contact or address", "Scope", "Source", "Since"],
          found.map(({ address, contact_uuid, opted_out_at, scope, source }) => [
            contact_uuid ?? address ?? "",
            scope,
            source,
            DateTime.formatIso(opted_out_at)
          ])
        )
  )
})
