import { Effect, Option, Result } from "effect"
import type { WorkspaceUuid } from "../kernel/Ids.ts"
import { BroadcastNotFound, BroadcastRefused } from "./BroadcastErrors.ts"
import type { BroadcastRequest, RecipientRequest } from "./BroadcastRequest.ts"
import { MessageChannel } from "./MessageChannel.ts"
import { type PayloadContext, payloadViolations } from "./PayloadRules.ts"
import { readRecipient, type RecipientReading } from "./RecipientRules.ts"
import { inSlices } from "./Slices.ts"
import type { Template } from "./Template.ts"
import { TemplateCatalog } from "./TemplateCatalog.ts"
import { approvalViolations, parameterViolations } from "./TemplateParameters.ts"

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
  const { template, violations } = yield* judgePart(workspace, request, context)
  if (violations.length > 0) return yield* new BroadcastRefused({ violations })
  if (Option.isNone(template)) {
    return yield* new BroadcastNotFound({ what: `template ${request.templateName} in locale ${request.locale}` })
  }
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

/**
 * Which rules the parts of a payload break that could be read, and the template that it asks for: so what is wrong is
 * told at once, where some values have wrong types too (B6).
 */
export const judgePart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  part: Partial<BroadcastRequest>,
  context: Omit<PayloadContext, "channelType">
) {
  const { channelType } = yield* MessageChannel
  const catalog = yield* TemplateCatalog
  const { locale, parameters, templateName } = part
  const template =
    templateName === undefined || locale === undefined
      ? Option.none<Template>()
      : yield* catalog.find(workspace, templateName, locale)
  const violations = [
    ...payloadViolations(part, { ...context, channelType }),
    ...Option.match(template, {
      onNone: () => [],
      onSome: (template) => [
        ...approvalViolations(template),
        ...(parameters === undefined ? [] : parameterViolations(parameters, template))
      ]
    })
  ]
  return { template, violations }
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
