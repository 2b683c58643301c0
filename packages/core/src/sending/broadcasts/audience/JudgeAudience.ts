import { type DateTime, Effect, Option, Result } from "effect"
import type { Definitions } from "../../../people/segments/SegmentRules.ts"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, type Issue } from "../../../shared/Issue.ts"
import type { Template } from "../../templates/Template.ts"
import type { FoundTemplate } from "../../templates/TemplateCatalog.ts"
import { isSendable, parameterIssues, type ParametersPayload } from "../../templates/TemplateParameters.ts"
import type { Broadcast } from "../Broadcast.ts"
import { type BroadcastPayload, toHead } from "../BroadcastPayload.ts"
import { type AudienceBroadcast, maxRecipients } from "../BroadcastRequest.ts"
import { judgeHead } from "../BroadcastValidation.ts"
import type { BroadcastAudience } from "./AudienceRequest.ts"
import { audienceIssues, fieldIssues, type GivenAudience } from "./AudienceRules.ts"
import { audienceDefinitions, selectionOf } from "./AudienceSelection.ts"
import type { Selection } from "./AudienceStore.ts"
import { audienceTexts, writesTimes } from "./AudienceTexts.ts"
import type { FieldTexts } from "./FieldText.ts"
import { audienceParameterIssues } from "./ParameterRules.ts"

/** A broadcast with every member and its audience. */
export interface AudiencePayload extends BroadcastPayload, GivenAudience {}

/** Completes a request with defaults. `channelType` is the default channel. */
export const toAudiencePayload = (request: AudienceBroadcast, channelType: string): AudiencePayload => ({
  ...toHead(request, channelType),
  audience: request.audience,
  expect: request.expect ?? null
})

/** Everything needed to build the recipients of a valid payload. */
export interface AudiencePlan {
  readonly audience: BroadcastAudience
  readonly selection: Selection
  readonly found: FoundTemplate<Template>
  readonly textOf: FieldTexts
  /** Whether the messages contain timestamps, which are written in the recipients' time zones. */
  readonly writesTimes: boolean
}

/** Returns the stored form of a payload's audience. */
export const audienceOf = ({ audience, expect, parameters }: AudiencePayload): BroadcastAudience => ({
  request: audience,
  parameters,
  expect
})

/** Rebuilds the accepted payload of a broadcast with an audience, without its times and its idempotency key. */
export const payloadOf = (
  broadcast: Broadcast,
  { expect, parameters, request }: BroadcastAudience
): AudiencePayload => ({
  channelType: broadcast.channelType,
  name: broadcast.name,
  templateName: broadcast.templateName,
  locale: broadcast.locale,
  validUntil: null,
  scheduledFor: null,
  from: broadcast.from,
  version: broadcast.version,
  clientUniqueIdentifier: null,
  parameters,
  audience: request,
  expect
})

/**
 * Returns the selection of an audience, its custom fields, and `issuesFor`, which finds every issue of the audience, given
 * the template if it is known. `parameters` are the broadcast's parameters; undefined if they are unreadable.
 */
export const readAudience = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { audience, expect }: GivenAudience,
  parameters: ParametersPayload | undefined,
  unknownContacts: "allowed" | "refused"
) {
  const outlined = audienceIssues({ audience, expect })
  const isOutlined = outlined.length === 0
  const definitions: Definitions = isOutlined ? yield* audienceDefinitions(workspace, audience) : new Map()
  const selection = isOutlined
    ? yield* selectionOf(workspace, audience, definitions, unknownContacts)
    : Result.fail(new InvalidInput({ issues: outlined }))
  const issuesFor = (found: Option.Option<FoundTemplate>): ReadonlyArray<Issue> => {
    const template = Option.filter(found, isSendable)
    return [
      ...(Result.isFailure(selection) ? selection.failure.issues : []),
      ...(isOutlined ? fieldIssues(audience, definitions) : []),
      // Parameter names come from the broadcast, so the audience's values are checked only if the broadcast's parameters
      // are valid.
      ...(Option.isSome(template) &&
      parameters !== undefined &&
      parameterIssues(parameters, template.value).length === 0
        ? audienceParameterIssues(audience.parameters ?? {}, parameters, template.value)
        : [])
    ]
  }
  return { selection, definitions, issuesFor }
})

/**
 * Validates a payload for acceptance, estimates and resolution. Returns the plan for its recipients, or the error that
 * refuses the payload. If unknown contacts are allowed, contacts erased since acceptance are not an issue.
 */
export const judgeAudience = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  payload: AudiencePayload,
  now: DateTime.Utc,
  unknownContacts: "allowed" | "refused" = "refused"
) {
  const read = yield* readAudience(workspace, payload, payload.parameters, unknownContacts)
  const found = yield* judgeHead(workspace, payload, { now, maxRecipients }, read.issuesFor)
  const { definitions, selection } = read
  if (Result.isFailure(found)) return Result.fail(found.failure)
  if (Result.isFailure(selection)) return Result.fail(selection.failure)
  const plan: AudiencePlan = {
    audience: audienceOf(payload),
    selection: selection.success,
    found: found.success,
    textOf: yield* audienceTexts(workspace, payload.audience, found.success.template.locale, definitions),
    writesTimes: writesTimes(payload.audience, definitions)
  }
  return Result.succeed(plan)
})
