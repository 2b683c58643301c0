import { DateTime, Schema } from "effect"
import { ActorUuid, ContactUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { described } from "../../shared/Described.ts"
import { GivenInstant } from "../../shared/Instant.ts"

/**
 * How an address was opted out: the person sent a message that asks for it, the channel said so of a message to it, a
 * user of the workspace did it by hand, its contact was merged with an opted-out contact, or an import said so.
 */
export const OptOutSource = Schema.Literals(["message", "channel", "request", "merge", "import"])
export type OptOutSource = typeof OptOutSource.Type

/** What an opt-out is from: templates of the category marketing, or every message. */
export const OptOutScope = Schema.Literals(["marketing", "all"])
export type OptOutScope = typeof OptOutScope.Type

/** What people ask for: a platform's preference and its refusals are about marketing, a written STOP is about everything. */
export const scopeOf = (source: "message" | "channel"): OptOutScope => (source === "channel" ? "marketing" : "all")

/** Whether an opt-out stops messages of a category of templates. An unknown category counts as marketing. */
export const stops = (scope: OptOutScope, category: string): boolean =>
  scope === "all" || (category !== "utility" && category !== "authentication")

/** An opt-out of an address: since when it gets no messages of a workspace, or no marketing, and why. */
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
   * Whether the person or the address itself was opted out. Otherwise the address belongs to an opted-out person, and
   * other people who share it are not opted out.
   */
  readonly isDirect: boolean
  /** When it was last asked for: `at`, or later if it was repeated. Who asks for messages before that gets none. */
  readonly lastAt: DateTime.Utc
}

/** The first opt-out of each scope, the one from all messages before the one from marketing. */
export const firstOfEachScope = <A extends OptOut>(optOuts: ReadonlyArray<A>): ReadonlyArray<A> => {
  const sorted = optOuts.toSorted((a, b) => DateTime.Order(a.at, b.at))
  return (["all", "marketing"] as const).flatMap((scope) => sorted.find((optOut) => optOut.scope === scope) ?? [])
}

/** The first opt-out of each scope, last asked for when any of that scope was. */
export const joinedByScope = (optOuts: ReadonlyArray<KeptOptOut>): ReadonlyArray<KeptOptOut> =>
  firstOfEachScope(optOuts).map((first) => ({
    ...first,
    lastAt: optOuts.reduce(
      (last, { lastAt, scope }) => (scope === first.scope ? DateTime.max(last, lastAt) : last),
      first.lastAt
    )
  }))

/** Which opt-outs a listing has. All conditions must hold. */
export const OptOutFilter = Schema.Struct({
  /** Only opt-outs of this scope. */
  scope: Schema.optional(OptOutScope),
  /** Only opt-outs from this source. */
  source: Schema.optional(OptOutSource),
  /** Only opt-outs made at this time or later. */
  since: Schema.optional(GivenInstant),
  /** Only opt-outs made before this time. */
  until: Schema.optional(GivenInstant)
})
export type OptOutFilter = typeof OptOutFilter.Type

/** An opt-out in a listing. */
export const ListedOptOut = Schema.Struct({
  ...OptOut.fields,
  contactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that is opted out or has the address. Null for an address without a contact."
  ),
  address: described(Schema.NullOr(Schema.String), "The number or user id, if no contact has it.")
})
export type ListedOptOut = typeof ListedOptOut.Type

/** Whether a contact is opted out: the contact itself, or one of its addresses. */
export const ContactOptOut = Schema.Struct({
  contactUuid: ContactUuid,
  /**
   * The first opt-out of the contact or of one of its addresses, all messages before marketing; null if not opted out.
   */
  optOut: Schema.NullOr(OptOut)
})
export type ContactOptOut = typeof ContactOptOut.Type

/**
 * The lock of the opt-outs of a workspace. A transaction that stores recipients, or makes a delivery pending again,
 * shares it and asks for opt-outs afterwards; a transaction that adds an opt-out has it exclusively, and rejects what is
 * pending. So no message to an address begins after its opt-out is committed. It comes before the lock of any broadcast.
 */
export const optOutLock = (workspace: WorkspaceUuid): string => `opt-outs ${workspace}`
