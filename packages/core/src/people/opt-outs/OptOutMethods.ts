import type { Effect } from "effect"
import type { ContactNotFound } from "../contacts/FindContact.ts"
import type { Caller, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { ContactOfKeys } from "./ContactKeys.ts"
import type { ContactOptOut, ListedOptOut, OptOut, OptOutFilter, OptOutScope } from "./OptOut.ts"
import type { ReportedOptOut } from "./ReportedOptOuts.ts"

/** The outcome for one of several contacts. */
type OptOutOutcome = "changed" | "unchanged" | "refused"

/** The operations of `OptOuts`. */
export interface OptOutMethods {
  /**
   * Returns the opt-out of a contact or of one of its addresses.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @example
   * const optOuts = yield* OptOuts
   * const { optOut } = yield* optOuts.get(caller, contact)
   * return optOut === null ? "gets messages" : optOut.source
   */
  readonly get: (caller: Caller, contact: ContactUuid) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

  /**
   * Returns the opt-outs of a workspace, newest first: of contacts, and of addresses without a contact. Erased people
   * are not listed, because only digests of their opt-outs are kept.
   *
   * @param filter `{}` for all opt-outs.
   * @param page At most `limit` items after the first `offset`: integers from 0.
   * @example
   * const optOuts = yield* OptOuts
   * const { items, total } = yield* optOuts.list(caller, { scope: "all" }, { limit: 50, offset: 0 })
   * return [total, items[0]?.contactUuid]
   */
  readonly list: (
    caller: Caller,
    filter: OptOutFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ListedOptOut>, InvalidInput | StorageError>

  /**
   * Returns the opt-outs of a contact's current and former addresses, oldest first, each scope and timestamp once.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @example
   * const optOuts = yield* OptOuts
   * const found = yield* optOuts.of(caller, contact)
   * return found.map(({ at, source }) => [at, source])
   */
  readonly of: (
    caller: Caller,
    contact: ContactUuid
  ) => Effect.Effect<ReadonlyArray<OptOut>, ContactNotFound | StorageError>

  /**
   * Opts a contact out on behalf of a user, with the contact's current, former and future addresses. Pending recipients are
   * rejected, and after the call no message to these addresses starts. An opt-out by the person or the channel becomes an
   * opt-out by request. Fails if no recipient can have any of the contact's addresses.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @param scope The messages to stop: `marketing`, or `all`. Default: `all`.
   * @example
   * const optOuts = yield* OptOuts
   * const { optOut } = yield* optOuts.optOut(caller, contact)
   * return optOut?.by
   */
  readonly optOut: (
    caller: Caller,
    contact: ContactUuid,
    scope?: OptOutScope
  ) => Effect.Effect<ContactOptOut, ContactNotFound | InvalidInput | StorageError>

  /**
   * Removes the opt-outs of a contact's current and former addresses, for later broadcasts. Changes nothing if the
   * contact is not opted out.
   *
   * @param contact The contact's uuid. For a merged contact, the survivor is used.
   * @example
   * const optOuts = yield* OptOuts
   * const { optOut } = yield* optOuts.optIn(caller, contact)
   * return optOut === null
   */
  readonly optIn: (caller: Caller, contact: ContactUuid) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

  /**
   * Opts addresses out, for channels. Also opts out the other addresses of their contacts, because these addresses belong
   * to the same person. Ignores addresses that no broadcast can use. Safe to repeat.
   *
   * @param optedOut The reports, which may be of several workspaces.
   * @param source `message` if the person asked in a message: opts out of every message. `channel` if the channel reported
   *   the opt-out: opts out of marketing.
   * @example
   * const optOuts = yield* OptOuts
   * yield* optOuts.record([{ workspace, address: "4930901820" }], "channel")
   */
  readonly record: (
    optedOut: ReadonlyArray<{ readonly [Key in keyof ReportedOptOut]: ReportedOptOut[Key] }>,
    source: "message" | "channel"
  ) => Effect.Effect<void, StorageError>

  /**
   * Copies opt-outs to other addresses of the same people, for channels that report these addresses. If an address in
   * `from` is opted out, the addresses in `to` are opted out since the same time. Safe to repeat.
   *
   * @param workspace The workspace of the people.
   * @param people For each person, the addresses to copy opt-outs from and to.
   * @example
   * const optOuts = yield* OptOuts
   * yield* optOuts.carry(workspace, [{ from: ["4930901820"], to: ["DE.13491208655302741918"] }])
   */
  readonly carry: (
    workspace: WorkspaceUuid,
    people: ReadonlyArray<{ readonly from: ReadonlyArray<string>; readonly to: ReadonlyArray<string> }>
  ) => Effect.Effect<void, StorageError>

  /**
   * Opts many contacts out like `optOut`, in one transaction. A change that several contacts share is announced once. Skips
   * deleted contacts.
   *
   * @param contacts At most a few hundred, each once.
   * @param scope The messages to stop: `marketing`, or `all`.
   * @returns For each existing contact: `changed`, `unchanged`, or `refused` for a contact without an address.
   * @example
   * const optOuts = yield* OptOuts
   * const outcomes = yield* optOuts.optOutAll(caller, [contact], "marketing")
   * return outcomes.filter((outcome) => outcome === "changed").length
   */
  readonly optOutAll: (
    caller: Caller,
    contacts: ReadonlyArray<ContactUuid>,
    scope: OptOutScope
  ) => Effect.Effect<ReadonlyArray<OptOutOutcome>, StorageError>

  /**
   * Removes the opt-outs of many contacts like `optIn`, in one transaction. Skips deleted contacts.
   *
   * @param contacts At most a few hundred, each once.
   * @returns For each existing contact: `changed`, or `unchanged` for a contact that was not opted out.
   * @example
   * const optOuts = yield* OptOuts
   * const outcomes = yield* optOuts.optInAll(caller, [contact])
   * return outcomes.filter((outcome) => outcome === "changed").length
   */
  readonly optInAll: (
    caller: Caller,
    contacts: ReadonlyArray<ContactUuid>
  ) => Effect.Effect<ReadonlyArray<OptOutOutcome>, StorageError>

  /**
   * Opts contacts out for import rows. Called in the transaction that writes the rows, after the contacts are written,
   * while `optOutLock` is locked exclusively.
   *
   * @param people The contacts as written, each with the scope of its opt-out.
   * @returns An effect that rejects the pending recipients of these contacts. Must run after the transaction is committed.
   * @example
   * const optOuts = yield* OptOuts
   * const rejectPending = yield* optOuts.addImported(caller, [])
   * yield* rejectPending
   */
  readonly addImported: (
    caller: Caller,
    people: ReadonlyArray<{ readonly contact: ContactOfKeys; readonly scope: OptOutScope }>
  ) => Effect.Effect<Effect.Effect<void, StorageError>, StorageError>

  /**
   * Removes the opt-outs of people who want messages again: the opt-outs of the addresses that `record` would opt out,
   * except opt-outs later than `at`. If a user of the workspace made one of these opt-outs, all stay. Safe to repeat.
   *
   * @param wanted The addresses, each with the time of the request. Without `at`, nothing is removed.
   * @param source `message` (default) if the person asked in a message: removes all opt-outs. `channel` if the channel
   *   reported the request: removes only opt-outs that a channel reported.
   * @example
   * const optOuts = yield* OptOuts
   * yield* optOuts.resume([{ workspace, address: "4930901820", at: yield* DateTime.now }])
   */
  readonly resume: (
    wanted: ReadonlyArray<{ readonly [Key in "workspace" | "address" | "at"]-?: ReportedOptOut[Key] }>,
    source?: "message" | "channel"
  ) => Effect.Effect<void, StorageError>
}
