/** Messages that people send. */
export { ReceivedMessage, ReceivedMessageNotFound } from "./ReceivedMessage.ts"
export { ReceivedMessages } from "./ReceivedMessages.ts"
