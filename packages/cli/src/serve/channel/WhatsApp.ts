import { layer } from "@rollcall/channel-whatsapp"
import { layerConnections } from "@rollcall/channel-whatsapp/node"
import { Effect, Layer } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { StartRefused } from "../StartRefused.ts"
import { type AccountSettings, accountsLayer } from "./WhatsAppAccounts.ts"

export type WhatsAppSettings = Pick<Settings, "templates" | "whatsAppGraphUrl" | "whatsAppGraphVersion"> &
  AccountSettings

/** Makes the WhatsApp channel for the Cloud API. Its templates come from the business accounts. */
export const whatsAppLayer = ({ templates, whatsAppGraphUrl, whatsAppGraphVersion, ...settings }: WhatsAppSettings) => {
  if (templates !== undefined) {
    const message =
      "ROLLCALL_TEMPLATES: with ROLLCALL_CHANNEL=whatsapp, templates come from the business accounts; unset this variable"
    return Layer.effectContext(Effect.fail(new StartRefused({ message })))
  }
  return layer({
    ...(whatsAppGraphUrl !== undefined && { graphUrl: whatsAppGraphUrl }),
    ...(whatsAppGraphVersion !== undefined && { graphVersion: whatsAppGraphVersion })
  }).pipe(Layer.provide(accountsLayer(settings)), Layer.provide(layerConnections))
}
