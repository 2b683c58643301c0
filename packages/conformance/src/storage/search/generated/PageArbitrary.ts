import type { CustomField, PageRequest } from "@rollcall/core"
import { predefinedFields, searchField } from "@rollcall/core/people"
import type { Field, Sort } from "@rollcall/core/storage"
import fc from "fast-check"

/** A page of a listing with about `total` items, often at its beginning, sometimes past its end. */
export const pageArbitrary = (total: number): fc.Arbitrary<PageRequest> =>
  fc.record({
    limit: fc.oneof(fc.constantFrom(1, 2, 10, 100), fc.integer({ min: 1, max: 1_000 })),
    offset: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: total + 2 }) }
    )
  })

/** Every order of contacts with these custom fields. */
export const sortArbitrary = (fields: ReadonlyArray<CustomField> = []): fc.Arbitrary<Sort> =>
  fc.record({
    field: fc.oneof(
      fc.constantFrom<Field[]>(...predefinedFields.values()),
      fc.constantFrom<Field[]>(...predefinedFields.values(), ...fields.map(valueField))
    ),
    direction: fc.constantFrom("asc", "desc")
  })

export const valueField = (definition: CustomField): Field => searchField(definition).field
