import { Rollcall } from "@rollcall/core"
import { layer as webhookSender } from "@rollcall/http/webhook-sender"
import { Layer } from "effect"

/** The background work of a server: it sends and imports what was accepted, calls webhooks, and removes what is too old. */
export const workersLayer = Layer.merge(Rollcall.layerWorkers, Layer.provide(Rollcall.layerWebhooks, webhookSender()))
