/** Sends webhooks from Node. */
export { layer, type SenderOptions } from "./NodeSender.ts"
