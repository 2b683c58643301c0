import { layerMemory, type Mishaps, type SimulatorOptions, simulatorTemplates } from "@rollcall/channel-simulator"
import { Record } from "effect"
import { unknownMembers } from "./options/CheckOptions.ts"
import type { ChannelDefinition } from "./options/Options.ts"

/**
 * A channel that sends nothing: it accepts messages and returns delivery receipts, as a provider does.
 *
 * @param options How it behaves: delays, senders, and mishaps such as lost receipts. Everything has a default.
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
export const simulator = (options: SimulatorOptions = {}): ChannelDefinition => ({
  layer: layerMemory(options),
  templates: simulatorTemplates,
  issues: [
    ...unknownMembers(options, known, ["channel"]),
    ...unknownMembers(options.mishaps, mishaps, ["channel", "mishaps"])
  ]
})

const known = Record.keys({
  seed: true,
  senders: true,
  sendDelay: true,
  deliveryDelay: true,
  readDelay: true,
  receiptBatch: true,
  receiptWindow: true,
  keepEnded: true,
  mishaps: true
} satisfies { readonly [Name in keyof Required<SimulatorOptions>]: true })

const mishaps = Record.keys({
  loseResponse: true,
  loseReceipt: true,
  repeatReceipt: true,
  reorderReceipts: true,
  transientError: true
} satisfies { readonly [Name in keyof Mishaps]: true })
