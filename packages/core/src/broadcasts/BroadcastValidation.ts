import { Effect, Option, Result } from "effect"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { BroadcastNotFound, BroadcastRefused } from "./BroadcastErrors.ts"
import { type BroadcastPart, forEachSlice, type RecipientRequest, type StreamedBroadcast } from "./BroadcastRequest.ts"
import { MessageChannel } from "../channels/MessageChannel.ts"
import { type PayloadContext, payloadViolations } from "./PayloadRules.ts"
import type { RecipientProblem, RecipientWarning } from "./Recipient.ts"
import { readRecipient, type RecipientReading } from "./RecipientRules.ts"
import type { Template } from "../templates/Template.ts"
import { TemplateCatalog } from "../templates/TemplateCatalog.ts"
import { approvalViolations, parameterViolations } from "../templates/TemplateParameters.ts"

/** A recipient of a payload that is in order: its message, or everything that is wrong with it. */
export interface ReadRecipient {
  readonly request: RecipientRequest
  readonly reading: RecipientReading
}

/** What is to be said of a payload before its recipients are looked at. */
interface Judgement {
  /** Why there will be no broadcast, if so. */
  readonly refusal: BroadcastRefused | BroadcastNotFound | null
  /** Reads the next recipients, in request order; none where there is a refusal. */
  readonly read: (recipients: ReadonlyArray<RecipientRequest>) => ReadonlyArray<ReadRecipient>
}

/**
 * Holds a request against every rule: the one code behind `create` and `validate` (B6). A payload that breaks rules is
 * refused with all violations; a template or sender that is not there is not found (B5).
 */
export const judge = Effect.fnUntraced(function* <E>(
  workspace: WorkspaceUuid,
  request: StreamedBroadcast<E>,
  context: Omit<PayloadContext, "channelType">
) {
  const channel = yield* MessageChannel
  const refuse = (refusal: BroadcastRefused | BroadcastNotFound): Judgement => ({ refusal, read: () => [] })
  const { from, locale, parameters, templateName } = request
  const part = { ...request, recipients: { length: request.count } }
  const { template, violations } = yield* judgePart(workspace, part, context)
  if (violations.length > 0) return refuse(new BroadcastRefused({ violations }))
  if (Option.isNone(template)) {
    return refuse(new BroadcastNotFound({ what: `template ${templateName} in locale ${locale}` }))
  }
  if (!(yield* channel.hasSender(workspace, from))) return refuse(new BroadcastNotFound({ what: `sender ${from}` }))
  const firstIndices = new Map<string, number>()
  let index = 0
  const judgement: Judgement = {
    refusal: null,
    read: (recipients) =>
      recipients.map((recipient) => {
        const first = firstIndices.get(recipient.identifier)
        if (first === undefined) firstIndices.set(recipient.identifier, index)
        index++
        return { request: recipient, reading: readRecipient(recipient, first, parameters, template.value) }
      })
  }
  return judgement
})

/** What would be warned of, in request order; fails where there would be no broadcast (B6). */
export const validateBroadcast = Effect.fnUntraced(function* <E>(
  workspace: WorkspaceUuid,
  request: StreamedBroadcast<E>,
  context: Omit<PayloadContext, "channelType">
) {
  const { read, refusal } = yield* judge(workspace, request, context)
  const warnings: Array<RecipientWarning> = []
  yield* forEachSlice(request, (slice) => Effect.sync(() => warnings.push(...warningsOf(read(slice)))))
  return refusal === null ? warnings : yield* refusal
})

/**
 * Returns the rules that the readable parts of a payload break, and the template that it names, so that these violations
 * are listed beside values of wrong types (B6).
 */
export const judgePart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  part: BroadcastPart,
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
    Result.isFailure(reading) ? [warningOf(request.identifier, reading.failure)] : []
  )

const warningOf = (identifier: string, problems: ReadonlyArray<RecipientProblem>): RecipientWarning => ({
  identifier,
  errors: problems.map(({ error }) => error),
  reasons: problems.map(({ reason }) => reason)
})
