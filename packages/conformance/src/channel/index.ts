/** The suite that every channel passes. */
export { channelConformance } from "./ChannelConformance.ts"
export type { TestedChannel } from "./TestedChannel.ts"
export { type AcceptedMessage, Provider } from "./Provider.ts"
