import type { CustomFieldResource } from "@rollcall/api"
import type { FieldType } from "@rollcall/core/people"
import { nearest } from "@rollcall/core/operations"
import { Effect, Option } from "effect"
import { NotDone, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { customFieldsThatAre } from "../targets/CustomFieldList.ts"
import { callIn, inTarget, printItems } from "../targets/InTarget.ts"
import { call } from "../targets/Target.ts"

type FieldView = typeof CustomFieldResource.Type
type YesOrNo = Option.Option<"yes" | "no">

interface Said extends Printed {
  readonly icon: Option.Option<string>
  readonly editable: YesOrNo
  readonly sensitive: YesOrNo
}

interface OfField extends Printed {
  readonly named: string
}

interface NewField extends Said {
  readonly name: string
  readonly type: FieldType
  readonly key: Option.Option<string>
  readonly options: ReadonlyArray<string>
}

/** The changes to a field. Options are given by their labels. */
interface FieldChanges extends OfField, Said {
  readonly name: Option.Option<string>
  readonly type: Option.Option<FieldType>
  readonly added: ReadonlyArray<string>
  readonly archived: ReadonlyArray<string>
  /** Renamed options, each as `old=new`. */
  readonly renamed: ReadonlyArray<string>
}

export const listFields = (input: Printed & { readonly status: FieldView["status"] }, flags: AddressFlags) =>
  printItems(flags, input, customFieldsThatAre(input.status), { what: "custom fields", tableOf: fieldTable })

export const showField = Effect.fn("KeepFields.show")(function* ({ json, named }: OfField, flags: AddressFlags) {
  const field = yield* inTarget(flags, theField(named))
  yield* print(json, field, () => fieldTable([field]))
})

/** Creates a custom field, and prints its key. */
export const createField = Effect.fn("KeepFields.create")(function* (
  { editable, icon, json, key, name, options, sensitive, type }: NewField,
  flags: AddressFlags
) {
  const payload = {
    name,
    field_type: type,
    field_key: Option.getOrNull(key),
    icon: Option.getOrNull(Option.filter(icon, (icon) => icon !== none)),
    editable: saidOf(editable, true),
    sensitive: saidOf(sensitive, false),
    ...(options.length > 0 && { select_options: options })
  }
  const field = yield* callIn(flags, (client) => client.customFields.create({ payload }))
  yield* print(json, field, () => field.field_key)
})

/** Changes the given properties of a custom field, and prints it. */
export const updateField = Effect.fn("KeepFields.update")(function* (changes: FieldChanges, flags: AddressFlags) {
  const { added, archived, json, named, renamed, ...said } = changes
  if (Object.values(said).every(Option.isNone) && added.length + archived.length + renamed.length === 0) {
    return yield* refusal("nothing to change. Give --name, --type, --icon, --editable, --sensitive or options")
  }
  const field = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const before = yield* theField(named)
      const payload = {
        name: Option.getOrElse(changes.name, () => before.name),
        field_type: Option.getOrElse(changes.type, () => before.field_type),
        icon: Option.match(changes.icon, {
          onNone: () => before.icon,
          onSome: (icon) => (icon === none ? null : icon)
        }),
        editable: saidOf(changes.editable, before.editable),
        sensitive: saidOf(changes.sensitive, before.sensitive),
        ...(yield* optionsOf(before, changes))
      }
      const params = { custom_field_uuid: before.uuid }
      return yield* call((client) => client.customFields.update({ params, payload }))
    })
  )
  yield* print(json, field, () => fieldTable([field]))
})

export const archiveField = Effect.fn("KeepFields.archive")(function* ({ json, named }: OfField, flags: AddressFlags) {
  const field = yield* inTarget(
    flags,
    Effect.tap(theField(named), ({ uuid }) =>
      call((client) => client.customFields.archive({ params: { custom_field_uuid: uuid } }))
    )
  )
  const outcome = { uuid: field.uuid, field_key: field.field_key, outcome: "archived" }
  yield* print(json, outcome, () => `Field ${field.field_key} is archived.`)
})

export const unarchiveField = Effect.fn("KeepFields.unarchive")(function* (
  { json, named }: OfField,
  flags: AddressFlags
) {
  const field = yield* inTarget(
    flags,
    Effect.flatMap(theField(named, "archived"), ({ uuid }) =>
      call((client) => client.customFields.unarchive({ params: { custom_field_uuid: uuid } }))
    )
  )
  const outcome = { uuid: field.uuid, field_key: field.field_key, outcome: "restored" }
  yield* print(json, outcome, () => `Field ${field.field_key} is restored.`)
})

const none = "none"

const saidOf = (said: YesOrNo, otherwise: boolean): boolean =>
  Option.match(said, { onNone: () => otherwise, onSome: (word) => word === "yes" })

/** Returns the active or archived field with this key or uuid. */
const theField = Effect.fnUntraced(function* (named: string, status: FieldView["status"] = "active") {
  const fields = yield* customFieldsThatAre(status)
  const text = named.trim().toLowerCase()
  const found = fields.find(({ field_key, uuid }) => field_key === text || uuid === text)
  if (found !== undefined) return found
  const keys = fields.map(({ field_key }) => field_key)
  const hint = Option.match(nearest(text, keys), {
    onNone: () => (keys.length === 0 ? "" : `. The keys are ${keys.join(", ")}`),
    onSome: (key) => `. Did you mean ${key}?`
  })
  return yield* new NotDone({ message: `${JSON.stringify(named)}: no ${status} custom field has this key${hint}` })
})

/**
 * Returns the changed options of a field. Empty if the field has no options and none is added. Omitting an option archives
 * it.
 */
const optionsOf = Effect.fnUntraced(function* (
  { select_options }: FieldView,
  { added, archived, renamed }: FieldChanges
) {
  const before = (select_options ?? []).filter((option) => !option.archived)
  const labelled = (flag: string, label: string) => {
    const found = before.find(({ display_label }) => display_label === label.trim())
    if (found !== undefined) return Effect.succeed(found)
    const labels = before.map(({ display_label }) => display_label)
    const hint = Option.match(nearest(label, labels), {
      onNone: () =>
        `the field has ${labels.length === 0 ? "none" : labels.map((one) => JSON.stringify(one)).join(", ")}`,
      onSome: (label) => `did you mean ${JSON.stringify(label)}?`
    })
    return refusal(`${flag}: no option is called ${JSON.stringify(label)}; ${hint}`)
  }
  const gone = yield* Effect.forEach(archived, (label) => labelled("--archive-option", label))
  const labels = new Map(
    yield* Effect.forEach(renamed, (text) => {
      const [, old, label] = /^([^=]+)=(.+)$/s.exec(text) ?? []
      return old === undefined || label === undefined
        ? refusal(`--rename-option ${JSON.stringify(text)}: must have the form old=new`)
        : Effect.map(labelled("--rename-option", old), ({ uuid }) => [uuid, label] as const)
    })
  )
  if (select_options === undefined && added.length === 0) return {}
  const kept = before
    .filter((option) => !gone.includes(option))
    .map(({ display_label, uuid }) => ({ uuid, display_label: labels.get(uuid) ?? display_label }))
  return { select_options: [...kept, ...added] }
})

const fieldTable = (fields: ReadonlyArray<FieldView>): string =>
  table(
    ["Key", "Name", "Type", "Options", "Editable", "Sensitive", "UUID"],
    fields.map(({ editable, field_key, field_type, name, select_options, sensitive, uuid }) => [
      field_key,
      name,
      field_type,
      (select_options ?? []).flatMap(({ archived, display_label }) => (archived ? [] : [display_label])).join(", "),
      editable ? "yes" : "no",
      sensitive ? "yes" : "no",
      uuid
    ])
  )
