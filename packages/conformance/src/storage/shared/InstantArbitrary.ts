import { DateTime } from "effect"
import fc from "fast-check"

const day = 86_400_000

/** A leap day, around which timestamps are generated. */
export const baseDay = Date.UTC(2024, 1, 29)

/** Milliseconds around the ends of days, where comparisons may be off by one. */
export const boundaryMillis: ReadonlyArray<number> = [-day, 0, day, 2 * day].flatMap((offset) =>
  [-1, 0, 1].map((millis) => baseDay + offset + millis)
)

/** A timestamp at millisecond precision, from 1900 to 9999, often at the end of a day. */
export const instantArbitrary: fc.Arbitrary<DateTime.Utc> = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom(...boundaryMillis) },
    { weight: 2, arbitrary: fc.integer({ min: baseDay - 3 * day, max: baseDay + 3 * day }) },
    { weight: 1, arbitrary: fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 11, 31) }) }
  )
  .map((millis) => DateTime.makeUnsafe(millis))
