import { InvalidInput, type Storage } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import { prune as pruneStore } from "@rollcall/core/sending"
import type { Inspection, Repair } from "@rollcall/storage-sql"
import { Duration, Effect, Schema } from "effect"
import { placeOf } from "./CallPlace.ts"
import type { StoreUpkeep } from "../options/Options.ts"
import { Span } from "../options/Given.ts"
import { type CallOptions, CallOptionsSchema, decode } from "./Inputs.ts"
import type { Run } from "./Methods.ts"

const CheckSchema = Schema.Struct({ ...CallOptionsSchema.fields, repair: Schema.optional(Schema.Boolean) })

/** Options of a check of the store. */
export interface CheckOptions extends CallOptions {
  /** Whether to create what is missing and recount all rows. Blocks writers. Default: false. */
  readonly repair?: boolean | undefined
}

/** The result of a check. */
export interface StoreCheck {
  /** Whether the store is consistent: nothing was found, or everything was repaired. */
  readonly ok: boolean
  readonly found: Inspection
  /** Damage that a repair could not fix, with reasons; empty without a repair. */
  readonly remaining: Repair["left"]
}

/** Rows younger than an hour may be in use. */
const Age = Schema.optional(
  Span.check(
    Schema.makeFilter((age) => Duration.isGreaterThanOrEqualTo(age, Duration.hours(1)) || "must be an hour or more")
  )
)

const PruneSchema = Schema.Struct({
  ...CallOptionsSchema.fields,
  events: Age,
  importRows: Age,
  recipients: Age,
  messages: Age,
  dryRun: Schema.optional(Schema.Boolean)
})

/**
 * The minimum age of the rows to remove, in milliseconds or as a string such as `90 days`. Kinds without an age are
 * kept.
 */
export interface PruneOptions extends CallOptions {
  readonly events?: number | string | undefined
  /** The rows of completed imports. Their counts stay. */
  readonly importRows?: number | string | undefined
  /** The recipients of ended broadcasts. Their counters and reasons stay. */
  readonly recipients?: number | string | undefined
  /** The messages that people sent. */
  readonly messages?: number | string | undefined
  /** Whether to only count the rows, without removing them. Default: false. */
  readonly dryRun?: boolean | undefined
}

/** The number of rows removed of each kind, or with `dryRun` the number that would be removed. */
export type Pruned = { readonly [Kind in "events" | "importRows" | "recipients" | "messages"]?: number }

/** Returns the maintenance methods of the store. */
export const upkeepMethods = (upkeep: StoreUpkeep | undefined, run: Run<Storage>) => {
  const check = async (options: CheckOptions = {}): Promise<StoreCheck> => {
    const place = placeOf(check)
    return await run(checkStore(upkeep, options), options, place)
  }

  const prune = async (options: PruneOptions = {}): Promise<Pruned> => {
    const place = placeOf(prune)
    const pruned = Effect.gen(function* () {
      const { dryRun = false, signal: _, ...ages } = yield* decode(PruneSchema, options)
      return yield* pruneStore(ages, { dryRun })
    })
    return await run(pruned, options, place)
  }

  return { check, prune }
}

const checkStore = Effect.fnUntraced(function* (upkeep: StoreUpkeep | undefined, options: CheckOptions) {
  const { repair = false } = yield* decode(CheckSchema, options)
  if (upkeep === undefined) {
    return yield* new InvalidInput({ issues: [issue("value_error", ["storage"], "has no check of its own")] })
  }
  if (repair) {
    const { found, left } = yield* upkeep.repair
    return { ok: left.length === 0, found, remaining: left }
  }
  const found = yield* upkeep.inspect
  return { ok: found.damages.length === 0 && found.counts.length === 0, found, remaining: [] }
})
