import { layerMemory, type Mishaps, type SimulatorOptions, simulatorTemplates } from "@rollcall/channel-simulator"
import { Schema } from "effect"
import { DurationInput, issuesOf, Positive } from "./options/Given.ts"
import type { ChannelDefinition } from "./options/Options.ts"

/**
 * Simulates a channel: accepts messages and reports delivery receipts, but sends nothing.
 *
 * @param options The behavior: delays, senders, and mishaps such as lost receipts. Every option has a default.
 * @returns What `createRollcall` takes as `channel`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { memory } from "rollcall/memory"
 * import { simulator } from "rollcall/simulator"
 *
 * const channel = simulator({ deliveryDelay: { min: "1 second", max: "2 seconds" } })
 * const opened = await createRollcall({ storage: memory(), channel })
 * await opened.close()
 */
export const simulator = (options: SimulatorOptions = {}): ChannelDefinition => {
  const issues = issuesOf(Simulator, options, ["channel"])
  // `createRollcall` rejects a channel with issues.
  return { layer: layerMemory(issues.length === 0 ? options : {}), templates: simulatorTemplates, issues }
}

const Delays = Schema.Struct({ min: DurationInput, max: DurationInput })
const Likelihood = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

const Simulator = Schema.Struct({
  seed: Schema.optional(Schema.String),
  senders: Schema.optional(Schema.Union([Schema.Literal("any"), Schema.Array(Schema.String)])),
  sendDelay: Schema.optional(DurationInput),
  deliveryDelay: Schema.optional(Delays),
  readDelay: Schema.optional(Delays),
  receiptBatch: Schema.optional(Positive),
  receiptWindow: Schema.optional(DurationInput),
  keepEnded: Schema.optional(Schema.Natural),
  mishaps: Schema.optional(
    Schema.Struct({
      loseResponse: Schema.optional(Likelihood),
      loseReceipt: Schema.optional(Likelihood),
      repeatReceipt: Schema.optional(Likelihood),
      reorderReceipts: Schema.optional(Likelihood),
      transientError: Schema.optional(Likelihood)
    } satisfies { readonly [Name in keyof Mishaps]: Schema.Top })
  )
} satisfies { readonly [Name in keyof Required<SimulatorOptions>]: Schema.Top })
