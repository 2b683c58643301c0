import { layerMemory, type SimulatorOptions, simulatorTemplates } from "@rollcall/channel-simulator"
import type { ChannelDefinition } from "./options/Options.ts"

/** A channel that sends nothing: it accepts messages and returns delivery receipts, as a provider does. */
export const simulator = (options: SimulatorOptions = {}): ChannelDefinition => ({
  layer: layerMemory(options),
  templates: simulatorTemplates
})
