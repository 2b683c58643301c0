import { systemCaller, CustomFields } from "@rollcall/core"
import { type GivenDefinition, FieldType, hasOptions } from "@rollcall/core/people"
import fc from "fast-check"
import { hostileTexts, textArbitrary } from "../shared/TextArbitrary.ts"
import { command, shortPageArbitrary } from "./Command.ts"
import { refArbitrary } from "./Fixture.ts"

const short = (text: string): string => text.slice(0, 250).toWellFormed()

const nameArbitrary = fc.oneof(
  { weight: 4, arbitrary: textArbitrary.map((text) => short(`${text} of`)) },
  { weight: 3, arbitrary: fc.constantFrom("Größe", "GROSSE", "constructor", "__proto__", "Email", "'; DROP TABLE x") },
  { weight: 1, arbitrary: fc.constantFrom("", "ab", "x".repeat(251), "ab\0c") }
)

/** Labels recur, so that options are kept, archived and restored. */
const labelsArbitrary = fc.uniqueArray(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("Red", "red", "RED", "Größe", "__proto__", "constructor", "$.x") },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts).map(short) }
  ),
  { minLength: 1, maxLength: 4 }
)

const inputArbitrary: fc.Arbitrary<GivenDefinition> = fc
  .record({
    name: nameArbitrary,
    fieldType: fc.constantFrom(...FieldType.literals),
    editable: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    sensitive: fc.boolean(),
    icon: fc.option(fc.constantFrom("star", " ", "😀"), { freq: 2 }),
    labels: labelsArbitrary,
    mistaken: fc.oneof({ weight: 20, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  })
  .map(({ labels, mistaken, ...input }) => ({
    ...input,
    selectOptions: hasOptions(input.fieldType) !== mistaken ? labels : null
  }))

/** Few keys, so that commands often use a taken key, or the key of an archived field. */
const keyArbitrary = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 8, arbitrary: fc.constantFrom("size", "size", "size", "constructor") },
  { weight: 1, arbitrary: fc.constantFrom("select", "x".repeat(250), "__proto__", "email", "Size", "a.b", "") }
)

export const createField = command(
  "create field",
  fc.record({ input: inputArbitrary, fieldKey: keyArbitrary }),
  ({ input, fieldKey }, { workspace }) =>
    CustomFields.use((fields) => fields.create(systemCaller(workspace), { ...input, fieldKey }))
)

export const updateField = command(
  "update field",
  fc.record({ field: refArbitrary, input: inputArbitrary, keepsType: fc.boolean() }),
  ({ input, field: ref, keepsType }, fixture) => {
    const known = fixture.field(ref)
    const kept =
      known !== undefined && keepsType
        ? {
            ...input,
            fieldType: known.fieldType,
            selectOptions: hasOptions(known.fieldType) ? (input.selectOptions ?? ["Red"]) : null
          }
        : input
    return CustomFields.use((fields) => fields.replace(systemCaller(fixture.workspace), fixture.fieldUuid(ref), kept))
  }
)

export const archiveField = command("archive field", refArbitrary, (field, fixture) =>
  CustomFields.use((fields) => fields.archive(systemCaller(fixture.workspace), fixture.fieldUuid(field)))
)

export const restoreField = command("restore field", refArbitrary, (field, fixture) =>
  CustomFields.use((fields) => fields.restore(systemCaller(fixture.workspace), fixture.fieldUuid(field)))
)

export const getField = command("get field", refArbitrary, (field, fixture) =>
  CustomFields.use((fields) => fields.get(systemCaller(fixture.workspace), fixture.fieldUuid(field)))
)

export const listFields = command("list fields", shortPageArbitrary, (page, { workspace }) =>
  CustomFields.use((fields) => fields.list(systemCaller(workspace), {}, page))
)
