import { type KeepFor, prune } from "@rollcall/core/sending"
import { storageLayer } from "../serve/index.ts"
import { Duration, Effect, Option, Record, String, Struct } from "effect"
import { asRefusal, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { forCommand } from "../targets/CommandTarget.ts"
import { type DatabaseFlags, readExisting } from "./CheckDatabase.ts"

type Ages = { readonly [Kind in keyof KeepFor]-?: Option.Option<string> }

const flagOf = { events: "--events", importRows: "--import-rows", recipients: "--recipients", messages: "--messages" }

/** Removes data older than the given ages, and prints how much of each kind. With `dryRun`, only counts it. */
export const pruneDatabase = Effect.fn("Upkeep.prune")(function* (
  { dryRun, json, ...ages }: Ages & Printed & { readonly dryRun: boolean },
  flags: DatabaseFlags
) {
  const keepFor = yield* readAges(ages)
  const { origin, pooled, schema, url } = yield* readExisting(flags, "a server removes what its variables say")
  const pruning = Effect.provide(prune(keepFor, { dryRun }), forCommand(storageLayer(url, schema, { origin, pooled })))
  const pruned = yield* asRefusal(pruning)
  const counts = Record.mapKeys(pruned, String.camelToSnake)
  yield* print(json, dryRun ? { would_remove: counts } : { removed: counts }, () =>
    Object.entries(pruned)
      .map(([kind, count]) => `${names[kind] ?? kind}: ${count} ${dryRun ? "would be removed" : "removed"}`)
      .join("\n")
  )
})

const names: { readonly [kind: string]: string } = {
  events: "Events",
  importRows: "Rows of imports",
  recipients: "Recipients",
  messages: "Messages"
}

const readAges = Effect.fnUntraced(function* (ages: Ages) {
  const keepFor: Partial<Record<keyof KeepFor, Duration.Duration>> = {}
  for (const kind of Struct.keys(ages)) {
    const text = ages[kind]
    if (Option.isNone(text)) continue
    const age = ageFrom(text.value)
    if (age === undefined) {
      return yield* refusal(`${flagOf[kind]} must be an age of an hour or more, such as \`90d\``)
    }
    keepFor[kind] = age
  }
  if (Struct.keys(keepFor).length === 0) {
    return yield* refusal(`no age is given. Give at least one of ${Object.values(flagOf).join(", ")}`)
  }
  return keepFor
})

const units = { h: Duration.hours, d: Duration.days, w: Duration.weeks } as const

/** Reads a number of hours, days or weeks, such as `90d` or `90 days`. */
const ageFrom = (text: string): Duration.Duration | undefined => {
  const [, amount, unit] = /^([1-9]\d{0,4}) ?(h|d|w|hour|day|week)s?$/.exec(text.trim()) ?? []
  const first = unit?.[0]
  return first === "h" || first === "d" || first === "w" ? units[first](Number(amount)) : undefined
}
