import { OptOutPage } from "@rollcall/api"
import type { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { Effect, Option, Schema } from "effect"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
import { read } from "../targets/Target.ts"

type View = (typeof OptOutPage.Type)["opt_outs"][number]

const encode = Schema.encodeSync(OptOutPage.fields.opt_outs)

/** Prints the opt-outs of a workspace, newest first, as a table or as JSON. */
export const listOptOuts = Effect.fn("ListOptOuts.list")(function* (
  { scope, source }: { readonly scope: Option.Option<OptOutScope>; readonly source: Option.Option<OptOutSource> },
  json: boolean,
  flags: AddressFlags
) {
  const all = Effect.gen(function* () {
    const found: Array<View> = []
    for (;;) {
      const query = {
        limit: pageLimit,
        offset: found.length,
        ...(Option.isSome(scope) && { scope: scope.value }),
        ...(Option.isSome(source) && { source: source.value })
      }
      const { opt_outs, pagination } = yield* read((client) => client.optOuts.list({ query }))
      found.push(...opt_outs)
      if (opt_outs.length === 0 || found.length >= pagination.total) return found
    }
  })
  const rows = encode(yield* inTarget(flags, all))
  yield* print(json, rows, () =>
    rows.length === 0
      ? "No opt-outs are found."
      : table(
          ["Contact or address", "Scope", "Source", "Since"].map((title) => ({ title, align: "left" })),
          rows.map(({ address, contact_uuid, opted_out_at, scope, source }) => [
            contact_uuid ?? address ?? "",
            scope,
            source,
            opted_out_at
          ])
        )
  )
})
