import { ContactResource, DuplicatePage, UndoneMergeResource, type WireField } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import { refusal } from "../../CommandRefused.ts"
import { print } from "../../screen/Output.ts"
import { count } from "../../screen/Text.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { withTarget } from "../../targets/InTarget.ts"
import { call, read } from "../../targets/Target.ts"
import { contactTable } from "../search/ContactTable.ts"

export interface MergeInput {
  readonly survivor: ContactUuid
  readonly from: Option.Option<ContactUuid>
  readonly keep: ReadonlyArray<string>
  readonly json: boolean
}

const encodeContact = Schema.encodeSync(ContactResource)
const encodeUndone = Schema.encodeSync(UndoneMergeResource)
const encodeGroups = Schema.encodeSync(DuplicatePage.fields.groups)

export const mergeContact = (input: MergeInput, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const { json, survivor } = input
      const from = Option.getOrUndefined(input.from)
      if (from === undefined) return yield* refusal("the second UUID is missing: give the contact to merge")
      const keep = Object.fromEntries(yield* Effect.forEach(input.keep, sideIn))
      const payload = { from, keep }
      const contact = yield* call(({ merges }) => merges.merge({ params: { contact_uuid: survivor }, payload }))
      yield* print(json, encodeContact(contact), () => `Contact ${from} is merged into ${contact.uuid}.`)
    })
  )

export const undoMerge = (input: MergeInput, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const { json, keep, survivor } = input
      if (keep.length > 0) return yield* refusal("--keep and --undo cannot both be given")
      const payload = Option.match(input.from, { onNone: () => ({}), onSome: (from) => ({ from }) })
      const undone = yield* call(({ merges }) => merges.undo({ params: { contact_uuid: survivor }, payload }))
      const { contact, restored } = undone
      yield* print(
        json,
        encodeUndone(undone),
        () => `Contact ${restored.uuid} is no longer merged into ${contact.uuid}.`
      )
    })
  )

export interface DuplicatesInput {
  readonly field: Option.Option<typeof WireField.Type>
  readonly limit: number
  readonly json: boolean
}

/** Prints groups of contacts that may be the same person: what they have in common, and a table of the contacts. */
export const listDuplicates = ({ field, json, limit }: DuplicatesInput, flags: AddressFlags) =>
  withTarget(
    flags,
    Effect.gen(function* () {
      const query = Option.match(field, { onNone: () => ({ limit }), onSome: (field) => ({ limit, field }) })
      const { groups, pagination } = yield* read(({ merges }) => merges.duplicates({ query: { offset: 0, ...query } }))
      yield* print(json, encodeGroups(groups), () => {
        if (groups.length === 0) return "No duplicates found."
        const tables = groups.map(({ contacts, count: all, field, value }) => {
          const oldest = all > contacts.length ? `, the oldest ${count(contacts.length)} of which are` : ""
          return `${field} ${value}: ${count(all)} contacts${oldest}\n${contactTable(contacts, null)}`
        })
        const more = pagination.total - groups.length
        return [...tables, ...(more > 0 ? [`${count(more)} more groups.`] : [])].join("\n\n")
      })
    })
  )

const sideIn = (text: string) => {
  const [name, side, ...rest] = text.split("=")
  return name !== undefined && name !== "" && (side === "this" || side === "from") && rest.length === 0
    ? Effect.succeed([name, side] as const)
    : refusal(`--keep: "${text}" must have the form field=this or field=from, such as email=from`)
}
