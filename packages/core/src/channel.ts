/** For channel authors: the channel port, its inputs and its results. */
export { Channels, type OfferedTemplate } from "./sending/channels/Channels.ts"
export { MayBegin } from "./sending/channels/MayBegin.ts"
export {
  ChannelNotice,
  ChannelWebhook,
  InboundBatch,
  InboundMessage,
  InboundPerson,
  InboundPreference,
  WebhookRefused,
  type WebhookRequest
} from "./sending/channels/ChannelWebhook.ts"
export {
  DeliveryReceipt,
  type LookupResult,
  MessageChannel,
  messageIdOf,
  type OutboundMessage,
  ReceiptRefusal,
  ReceiptStatus,
  ReceiptWorkspaces,
  RecipientFault,
  SendError,
  type SentMessage,
  type SendRequest
} from "./sending/channels/MessageChannel.ts"
export { readAddress } from "./people/identifiers/AddressForm.ts"
export { Receipts } from "./sending/delivery/Receipts.ts"
export { Correlation, correlationOf, recipientNamed } from "./shared/Ids.ts"
export { isLonger } from "./shared/Text.ts"
export { MessageParameters } from "./sending/templates/MessageParameters.ts"
export {
  CardHeaderType,
  CarouselTemplate,
  HeaderType,
  PlainTemplate,
  TemplateCard,
  TemplateCategory,
  TemplateStatus,
  UnsendableTemplate
} from "./sending/templates/Template.ts"
export {
  type FoundTemplate,
  type ListedTemplate,
  TemplateCatalog,
  type TemplateQuery
} from "./sending/templates/TemplateCatalog.ts"
export { anyValue, type MessagePart, type ValueCheck, type ValueProblem } from "./sending/templates/ValueCheck.ts"
