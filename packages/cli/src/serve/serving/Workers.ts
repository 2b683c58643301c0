import { Rollcall } from "@rollcall/core"
import { layer as webhookSender } from "@rollcall/http/webhook-sender"
import { Layer } from "effect"

/** The background work of a server: sends broadcasts, applies imports, calls webhooks, and removes old data. */
export const workersLayer = Layer.merge(Rollcall.layerWorkers, Layer.provide(Rollcall.layerWebhooks, webhookSender()))
