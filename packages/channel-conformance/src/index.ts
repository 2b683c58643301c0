/** The suite that every channel passes. */
export { channelConformance } from "./ChannelConformance.ts"
export type { ChannelUnderTest } from "./ChannelUnderTest.ts"
export { type AcceptedMessage, Provider } from "./Provider.ts"
