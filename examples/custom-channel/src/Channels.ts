import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import type { Template } from "@rollcall/core"
import { Channels, TemplateCatalog } from "@rollcall/core/channel"
import { Layer } from "effect"
import { layer as textMessages } from "./SmsChannel.ts"

// #region channels
/** The templates of the text messages. */
const texts: ReadonlyArray<Template> = [
  {
    kind: "plain",
    name: "appointment_reminder",
    locale: "en",
    status: "approved",
    header: null,
    body: 2,
    buttons: 0
  }
]

/** The simulator for `chatapp`, and text messages for `sms`. */
export const channels = (gateway: Parameters<typeof textMessages>[0]) =>
  Channels.layerOf([
    Layer.merge(simulator(), TemplateCatalog.layerStored(simulatorTemplates)),
    Layer.merge(textMessages(gateway), TemplateCatalog.layerOf(texts))
  ])
// #endregion
