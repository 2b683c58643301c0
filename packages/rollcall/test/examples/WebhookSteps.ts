import { type Step, tooLong, unknown } from "./Step.ts"

const hook = { webhook_uuid: "$hook" }
const noWebhook = { summary: "No such webhook", path: { webhook_uuid: unknown }, status: 404 }

/** A webhook from its creation to its end. Nothing happens meanwhile, so that nothing is sent. */
export const webhookSteps: ReadonlyArray<Step> = [
  {
    operation: "webhooks.create",
    summary: "New events of broadcasts",
    body: { url: "https://receiver.example/hooks", types: ["broadcast.completed", "broadcast.failed"] },
    status: 201,
    keep: ["hook", "uuid"],
    error: { summary: "No https", body: { url: "http://receiver.example/hooks" }, status: 422 }
  },
  { operation: "webhooks.list", summary: "The only one", status: 200, error: { ...tooLong, status: 422 } },
  { operation: "webhooks.get", summary: "It waits for events", path: hook, status: 200, error: noWebhook },
  {
    operation: "webhooks.update",
    summary: "All types",
    path: hook,
    body: { types: null },
    status: 200,
    error: { summary: "A private address", body: { url: "https://10.0.0.1/hooks" }, status: 422 }
  },
  { operation: "webhooks.rotate", summary: "Another secret", path: hook, status: 200, error: noWebhook },
  {
    operation: "webhooks.replay",
    summary: "After the last event that was processed",
    path: hook,
    body: { after: "$last" },
    status: 200,
    error: noWebhook
  },
  { operation: "webhooks.delete", summary: "It is not needed", path: hook, status: 204, error: noWebhook }
]
