import { type Contact, ContactUuid, type CustomField, CustomFieldUuid, type WorkspaceUuid } from "@rollcall/core"
import { changeValues, tidy, type ValueChange } from "@rollcall/core/people"
import { applyChanges, textNames } from "@rollcall/core/storage"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { contactArbitrary } from "../../fixtures/ContactArbitrary.ts"
import { type ValuePlan, valuePlanArbitrary, valueOf } from "../../custom-fields/ValuePlan.ts"
import { sample } from "../../shared/ForAll.ts"
import { boundaryMillis } from "../../shared/InstantArbitrary.ts"
import { hostileTexts } from "../../shared/TextArbitrary.ts"
import { longTexts } from "./CorpusFields.ts"

/** A contact with its custom values in searchable form. */
export interface CorpusContact {
  readonly contact: Contact
  readonly values: ReadonlyArray<ValueChange>
}

/**
 * Returns the contacts for the search suites: every hostile string in every field, empty fields, and generated contacts
 * that share values, so that orders have ties within and between pages. The same seed returns the same contacts.
 */
export const searchCorpus = (
  workspace: WorkspaceUuid,
  fields: ReadonlyArray<CustomField>,
  seed: number
): ReadonlyArray<CorpusContact> => {
  const plans = fc.array(valuePlanArbitrary, { minLength: fields.length, maxLength: fields.length })
  const drawn = sample(fc.tuple(contactArbitrary(workspace), plans), 2 * hostileTexts.length, seed)
  return drawn.map(([contact, plans], index) => {
    const n = (index - 1) / 2
    const isHostile = index % 2 === 1
    const values = isHostile ? plans.map((plan, field) => hostilePlan(plan, n, field)) : plans
    return withValues(isHostile ? hostile(contact, n) : contact, fields, values)
  })
}

/** Adds the plan's custom values to a contact. Archived options were set before they were archived. */
const withValues = (
  contact: Contact,
  fields: ReadonlyArray<CustomField>,
  plans: ReadonlyArray<ValuePlan>
): CorpusContact => {
  const values = fields.flatMap((field, index) => {
    const plan = plans[index]
    const selectOptions = field.selectOptions?.map((option) => ({ ...option, archived: false })) ?? null
    const before = { ...field, selectOptions }
    const given = Object.fromEntries([[field.fieldKey, plan === undefined ? null : valueOf(before, plan)]])
    return Result.getOrElse(changeValues(given, {}, [before], "new"), () => [])
  })
  return { contact: { ...contact, customFields: applyChanges({}, values) }, values }
}

/**
 * Returns the nth hostile contact's values: a different string for each field, sometimes a long string; every fifth
 * value is empty.
 */
const hostilePlan = (plan: ValuePlan, n: number, field: number): ValuePlan => ({
  ...plan,
  kind: (n + field) % 5 === 4 ? "null" : "right",
  text:
    (n + field) % 8 === 7
      ? (longTexts[n % longTexts.length] ?? "")
      : (hostileTexts[(n + 13 * field) % hostileTexts.length] ?? "")
})

/** Returns the nth hostile contact: a different string in each field; every seventh field is empty. */
const hostile = (contact: Contact, n: number): Contact => {
  const texts = textNames.map((field, index) => {
    const text = hostileTexts[(n + 13 * index) % hostileTexts.length] ?? null
    return [field, (n + index) % 7 === 6 && field !== "externalContactId" ? null : tidy(text)] as const
  })
  const at = (index: number) => DateTime.makeUnsafe(boundaryMillis[index % boundaryMillis.length] ?? 0)
  return {
    ...contact,
    ...Object.fromEntries(texts),
    createdAt: at(n),
    updatedAt: at(n + 1),
    lastEngagedAt: n % 3 === 0 ? null : at(n + 2)
  }
}

/**
 * Returns the same contacts in another workspace. A store that ignores the workspace would also find these contacts.
 */
export const lookAlikes = (
  contacts: ReadonlyArray<CorpusContact>,
  workspaceUuid: WorkspaceUuid
): ReadonlyArray<CorpusContact> =>
  contacts.map(({ contact, values }) => ({
    contact: { ...contact, workspaceUuid, uuid: ContactUuid.make(mirrored(contact.uuid)) },
    values: values.map((value) => ({ ...value, field: CustomFieldUuid.make(mirrored(value.field)) }))
  }))

/** Returns the fields of {@link lookAlikes}. */
export const lookAlikeFields = (
  fields: ReadonlyArray<CustomField>,
  workspaceUuid: WorkspaceUuid
): ReadonlyArray<CustomField> =>
  fields.map((field) => ({ ...field, workspaceUuid, uuid: CustomFieldUuid.make(mirrored(field.uuid)) }))

/** Returns a different identifier that is equally random, with the last twelve digits reversed. */
const mirrored = (uuid: string): string => uuid.slice(0, 24) + [...uuid.slice(24)].toReversed().join("")
