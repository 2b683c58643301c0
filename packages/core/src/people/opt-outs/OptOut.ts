import { DateTime, Schema } from "effect"
import { ActorUuid, ContactUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { described } from "../../shared/Described.ts"
import { GivenInstant } from "../../shared/Instant.ts"

/**
 * The source of an opt-out: a message from the person, a report of the channel, a user of the workspace, a merge with an
 * opted-out contact, or an import.
 */
export const OptOutSource = Schema.Literals(["message", "channel", "request", "merge", "import"])
export type OptOutSource = typeof OptOutSource.Type

/** The messages that an opt-out stops: marketing templates, or every message. */
export const OptOutScope = Schema.Literals(["marketing", "all"])
export type OptOutScope = typeof OptOutScope.Type

/**
 * Returns the scope that a source implies. Preferences and refusals from a platform are about marketing. A written STOP is
 * about every message.
 */
export const scopeOf = (source: "message" | "channel"): OptOutScope => (source === "channel" ? "marketing" : "all")

/** Returns whether an opt-out stops messages of a template category. An unknown category counts as marketing. */
export const stops = (scope: OptOutScope, category: string): boolean =>
  scope === "all" || (category !== "utility" && category !== "authentication")

/** An opt-out, with its scope, its source and its time. */
export const OptOut = Schema.Struct({
  scope: described(OptOutScope, "`all` for every message, `marketing` only for marketing templates."),
  source: described(
    OptOutSource,
    "The source of the opt-out: `message` (the person asked in a message), `channel` (the channel reported it), `request` (an API call), `merge` (the opt-out of a merged contact) or `import`."
  ),
  at: described(Schema.DateTimeUtc, "When it was made."),
  by: described(Schema.NullOr(ActorUuid), "The user who opted out the contact. Null if the person or the channel did.")
})
export type OptOut = typeof OptOut.Type

/** An opt-out as it is stored for one key. */
export interface KeptOptOut extends OptOut {
  /**
   * Whether the person or the address itself was opted out. Otherwise the address belongs to an opted-out person, and other
   * people who share the address are not opted out.
   */
  readonly isDirect: boolean
  /**
   * When the opt-out was last requested: `at`, or later if the opt-out was repeated. A request to opt in from before
   * `lastAt` does not remove the opt-out.
   */
  readonly lastAt: DateTime.Utc
}

/** Returns the first opt-out of each scope, `all` before `marketing`. */
export const firstOfEachScope = <A extends OptOut>(optOuts: ReadonlyArray<A>): ReadonlyArray<A> => {
  const sorted = optOuts.toSorted((a, b) => DateTime.Order(a.at, b.at))
  return (["all", "marketing"] as const).flatMap((scope) => sorted.find((optOut) => optOut.scope === scope) ?? [])
}

/** Returns the first opt-out of each scope, with the latest `lastAt` of that scope. */
export const joinedByScope = (optOuts: ReadonlyArray<KeptOptOut>): ReadonlyArray<KeptOptOut> =>
  firstOfEachScope(optOuts).map((first) => ({
    ...first,
    lastAt: optOuts.reduce(
      (last, { lastAt, scope }) => (scope === first.scope ? DateTime.max(last, lastAt) : last),
      first.lastAt
    )
  }))

/** The filter for a list of opt-outs. All conditions must hold. */
export const OptOutFilter = Schema.Struct({
  scope: Schema.optional(OptOutScope),
  source: Schema.optional(OptOutSource),
  /** Only opt-outs made at this time or later. */
  since: Schema.optional(GivenInstant),
  /** Only opt-outs made before this time. */
  until: Schema.optional(GivenInstant)
})
export type OptOutFilter = typeof OptOutFilter.Type

/** An opt-out in a list of opt-outs. */
export const ListedOptOut = Schema.Struct({
  ...OptOut.fields,
  contactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that is opted out or has the address. Null for an address without a contact."
  ),
  address: described(Schema.NullOr(Schema.String), "The number or user id, if no contact has it.")
})
export type ListedOptOut = typeof ListedOptOut.Type

/** The opt-out of a contact or of one of its addresses. */
export const ContactOptOut = Schema.Struct({
  contactUuid: ContactUuid,
  /**
   * The first opt-out of the contact or of one of its addresses, `all` before `marketing`. Null if the contact is not
   * opted out.
   */
  optOut: Schema.NullOr(OptOut)
})
export type ContactOptOut = typeof ContactOptOut.Type

/**
 * Returns the name of a workspace's opt-out lock. A transaction that stores recipients, or makes a delivery pending again,
 * takes the lock in shared mode and then reads opt-outs. A transaction that adds an opt-out takes the lock exclusively and
 * rejects pending recipients. So no message to an address begins after its opt-out is committed. The lock is always taken
 * before a broadcast is locked.
 */
export const optOutLock = (workspace: WorkspaceUuid): string => `opt-outs ${workspace}`
