import { Effect, Option, Result } from "effect"
import * as Arr from "effect/Array"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, type Issue } from "../../shared/Issue.ts"
import {
  type BroadcastPayload,
  forEachSlice,
  type GivenPayload,
  type PayloadPart,
  type PayloadStream
} from "./BroadcastPayload.ts"
import { Channels } from "../channels/Channels.ts"
import { unknownSender } from "../channels/Senders.ts"
import { makePrediction, type Predictions } from "./marketing/Predictions.ts"
import { type PayloadContext, payloadIssues } from "./PayloadRules.ts"
import { optedOutProblem, type RecipientWarning, warningOf } from "./Recipient.ts"
import { isAddress } from "../../people/identifiers/AddressForm.ts"
import { addressOf, PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import { optedOutAmong } from "../../people/opt-outs/OptOutKeys.ts"
import { readRecipient, type RecipientReading } from "./RecipientRules.ts"
import { categoryOf, type Template, type TemplateCategory } from "../templates/Template.ts"
import type { FoundTemplate } from "../templates/TemplateCatalog.ts"
import { isSendable, parameterIssues, sendingIssues } from "../templates/TemplateParameters.ts"
import { listed } from "../../shared/Text.ts"
import { BroadcastNotFound } from "./Broadcast.ts"

/** A recipient of a valid payload, with its message or all its issues. */
export interface ReadRecipient {
  readonly request: GivenPayload
  /** The address of the identifier (`addressOf`); null if it is not an address. */
  readonly address: string | null
  readonly reading: RecipientReading
}

/** The result of validating a payload without its recipients. */
interface Judgement {
  /** The category of the template; marketing if the payload is refused. */
  readonly category: TemplateCategory
  /** The error if the payload is refused; null otherwise. */
  readonly refusal: InvalidInput | BroadcastNotFound | null
  /** Validates the next recipients, in request order. Returns an empty array if the payload is refused. */
  readonly read: (recipients: ReadonlyArray<GivenPayload>) => ReadonlyArray<ReadRecipient>
}

/**
 * Finds the template of a payload, or the error that refuses the payload: `InvalidInput` with every issue, including those
 * of `further`, or `BroadcastNotFound` if the template or sender does not exist.
 */
export const judgeHead = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  request: BroadcastPayload & PayloadPart,
  context: Omit<PayloadContext, "channelTypes">,
  further: (found: Option.Option<FoundTemplate>) => ReadonlyArray<Issue> = () => []
) {
  type Refusal = InvalidInput | BroadcastNotFound
  const refuse = (refusal: Refusal): Result.Result<FoundTemplate<Template>, Refusal> => Result.fail(refusal)
  const { from, locale, templateName } = request
  const { channel, found, issues } = yield* judgePart(workspace, request, context)
  const all = [...issues, ...further(found)]
  if (all.length > 0 || Option.isNone(channel)) return refuse(new InvalidInput({ issues: all }))
  if (!(yield* channel.value.channel.hasSender(workspace, from))) {
    return refuse(new BroadcastNotFound({ what: yield* unknownSender(workspace, channel.value, from) }))
  }
  const template = Option.filter(found, isSendable)
  if (Option.isSome(template)) return Result.succeed(template.value)
  const locales = yield* channel.value.templates.locales(workspace, { name: templateName, from })
  const what = `template ${JSON.stringify(templateName)} in locale ${JSON.stringify(locale)}`
  return refuse(
    new BroadcastNotFound({ what: locales.length === 0 ? what : `${what}. Its locales are ${listed(locales)}` })
  )
})

/**
 * Validates a request for `create` and `validate`. Fails with every issue of the payload, or with `BroadcastNotFound` if
 * the template or sender does not exist.
 */
export const judge = Effect.fnUntraced(function* <E>(
  workspace: WorkspaceUuid,
  request: PayloadStream<E>,
  context: Omit<PayloadContext, "channelTypes">
) {
  const { parameters, recipients: _, ...head } = request
  const counted = { ...head, parameters, ...(request.count !== null && { recipients: { length: request.count } }) }
  const found = yield* judgeHead(workspace, counted, context)
  if (Result.isFailure(found)) {
    const refused: Judgement = { category: "marketing", refusal: found.failure, read: () => [] }
    return refused
  }
  const numbers = yield* PhoneNumbers
  const firstIndices = new Map<string, number>()
  let index = 0
  const judgement: Judgement = {
    category: categoryOf(found.success.template),
    refusal: null,
    read: (recipients) =>
      recipients.map((recipient) => {
        const address = addressOf(numbers, recipient.identifier)
        // An identifier that isn't an address is refused, including other spellings of a number.
        const sentTo = (isAddress(recipient.identifier) ? address : null) ?? recipient.identifier
        const first = firstIndices.get(sentTo)
        if (first === undefined) firstIndices.set(sentTo, index)
        index++
        return { request: recipient, address, reading: readRecipient(recipient, first, parameters, found.success) }
      })
  }
  return judgement
})

/**
 * Returns the recipients, with a problem added to each recipient whose address is opted out of the category. In a
 * transaction that shares `optOutLock`, the result stays valid until the transaction ends.
 */
export const excludeOptedOut = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  category: TemplateCategory,
  recipients: ReadonlyArray<ReadRecipient>
) {
  const optedOut = yield* optedOutAmong(
    workspace,
    recipients.flatMap(({ address }) => address ?? []),
    category
  )
  if (optedOut.size === 0) return recipients
  return recipients.map((recipient): ReadRecipient => {
    if (recipient.address === null || !optedOut.has(recipient.address)) return recipient
    const reading = Result.isFailure(recipient.reading)
      ? Result.fail(Arr.append(recipient.reading.failure, optedOutProblem))
      : Result.fail(Arr.of(optedOutProblem))
    return { ...recipient, reading }
  })
})

/** Returns the addresses of the recipients without problems. */
export const sendableAddresses = (recipients: ReadonlyArray<ReadRecipient>): ReadonlyArray<string> =>
  recipients.flatMap(({ address, reading }) => (Result.isSuccess(reading) && address !== null ? [address] : []))

/** The validation result of a broadcast, as `create` would find it. */
export interface Validation {
  /** One warning for each recipient that would be refused, in request order. For an audience, the first 500. */
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** The effect of the workspace's limits, at the scheduled time, on the recipients without a warning. */
  readonly predictions: Predictions
}

/**
 * Returns the warnings and predictions of a broadcast. Fails if the broadcast would be refused.
 *
 * @see docs/contributing/decisions.md, B6
 */
export const validateBroadcast = Effect.fnUntraced(function* <E>(
  workspace: WorkspaceUuid,
  request: PayloadStream<E>,
  context: Omit<PayloadContext, "channelTypes">
) {
  const { category, read, refusal } = yield* judge(workspace, request, context)
  const { scheduledFor, validUntil } = request
  const scheduledAt = scheduledFor ?? context.now
  const prediction = yield* makePrediction(workspace, { category, scheduledAt, validUntil, writesTimes: false })
  const warnings: Array<RecipientWarning> = []
  yield* forEachSlice(
    request,
    Effect.fnUntraced(function* (slice) {
      const judged = yield* excludeOptedOut(workspace, category, read(slice))
      yield* prediction.addAddresses(sendableAddresses(judged))
      warnings.push(...warningsOf(judged))
    })
  )
  if (refusal !== null) return yield* refusal
  const validation: Validation = { warnings, predictions: prediction.counts() }
  return validation
})

/**
 * Returns the channel, the template and the issues of a payload's readable parts, so that the issues can be listed together
 * with type errors. Doesn't look up the template if the channel is unknown.
 */
export const judgePart = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  part: PayloadPart,
  context: Omit<PayloadContext, "channelTypes">
) {
  const channels = yield* Channels
  const { all } = channels
  const { channelType, from = null, locale, parameters, templateName } = part
  const channel = channelOf(channels, channelType)
  const found =
    Option.isNone(channel) || templateName === undefined || locale === undefined
      ? Option.none<FoundTemplate>()
      : yield* channel.value.templates.find(workspace, { name: templateName, locale, from })
  const issues = [
    ...payloadIssues(part, { ...context, channelTypes: all.map(({ channel }) => channel.channelType) }),
    ...Option.match(found, {
      onNone: () => [],
      onSome: (found) => [
        ...sendingIssues(found.template),
        ...(parameters === undefined || !isSendable(found) ? [] : parameterIssues(parameters, found))
      ]
    })
  ]
  return { channel, found, issues }
})

/**
 * Returns the channel with this type. Without a type, returns the host's only channel, or `Option.none()` if the host has
 * several channels.
 */
export const channelOf = ({ all, find }: Channels["Service"], channelType: string | undefined) =>
  channelType === undefined ? onlyOne(all) : find(channelType)

const onlyOne = <A>([first, ...others]: Arr.NonEmptyReadonlyArray<A>): Option.Option<A> =>
  others.length === 0 ? Option.some(first) : Option.none()

/** Returns a warning for each recipient with problems, in request order. */
export const warningsOf = (recipients: ReadonlyArray<ReadRecipient>): ReadonlyArray<RecipientWarning> =>
  recipients.flatMap(({ reading, request }) =>
    Result.isFailure(reading) ? [warningOf({ identifier: request.identifier, problems: reading.failure })] : []
  )
