import { Effect, Option, Result } from "effect"
import type { WorkspaceUuid } from "../kernel/Ids.ts"
import { BroadcastNotFound, BroadcastRefused } from "./BroadcastErrors.ts"
import type { BroadcastRequest, RecipientRequest } from "./BroadcastRequest.ts"
import { MessageChannel } from "./MessageChannel.ts"
import { type PayloadContext, payloadViolations } from "./PayloadRules.ts"
import { readRecipient, type RecipientReading } from "./RecipientRules.ts"
import { inSlices } from "./Slices.ts"
import { TemplateCatalog } from "./TemplateCatalog.ts"
import { parameterViolations } from "./TemplateParameters.ts"

/** A recipient of a payload that is in order: its message, or everything that is wrong with it. */
export interface ReadRecipient {
  readonly request: RecipientRequest
  readonly reading: RecipientReading
}

/**
 * Holds a request against every rule: the one code behind `create` and `validate` (B6). A payload that breaks rules is
 * refused with all violations; a template or sender that is not there is not found (B5). Recipients come back in
 * request order.
 */
export const validateBroadcast = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  request: BroadcastRequest,
  context: Omit<PayloadContext, "channelType">
) {
  const channel = yield* MessageChannel
  const catalog = yield* TemplateCatalog
  const violations = payloadViolations(request, { ...context, channelType: channel.channelType })
  const template = yield* catalog.find(workspace, request.templateName, request.locale)
  if (Option.isNone(template)) {
    return yield* violations.length > 0
      ? new BroadcastRefused({ violations })
      : new BroadcastNotFound({ what: `template ${request.templateName} in locale ${request.locale}` })
  }
  const all = [...violations, ...parameterViolations(request.parameters, template.value)]
  if (all.length > 0) return yield* new BroadcastRefused({ violations: all })
  if (!(yield* channel.hasSender(workspace, request.from))) {
    return yield* new BroadcastNotFound({ what: `sender ${request.from}` })
  }
  const firstIndices = new Map<string, number>()
  const slices = yield* inSlices(request.recipients, (slice, from) =>
    Effect.sync(() =>
      slice.map((recipient, index): ReadRecipient => {
        const first = firstIndices.get(recipient.identifier)
        if (first === undefined) firstIndices.set(recipient.identifier, from + index)
        const reading = readRecipient(recipient, first, request.parameters, template.value)
        return { request: recipient, reading }
      })
    )
  )
  return slices.flat()
})

/** What is wrong with the recipients that cannot be sent to, in request order. */
export const warningsOf = (recipients: ReadonlyArray<ReadRecipient>): ReadonlyArray<RecipientWarning> =>
  recipients.flatMap(({ reading, request }) =>
    Result.isFailure(reading) ? [{ identifier: request.identifier, errors: reading.failure }] : []
  )

/** Everything that is wrong with one recipient. */
export interface RecipientWarning {
  readonly identifier: string
  readonly errors: ReadonlyArray<string>
}
