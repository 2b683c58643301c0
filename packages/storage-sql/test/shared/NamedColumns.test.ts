import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { namedColumns, rowsDecoder } from "../../src/database/Rows.ts"
import { test } from "../../../core/test/Suite.ts"

const Stay = Schema.Struct({
  uuid: Schema.String,
  firstNight: Schema.DateTimeUtcFromMillis,
  nights: Schema.Natural,
  leftAt: Schema.NullOr(Schema.DateTimeUtcFromMillis)
})
const columns = { firstNight: "first_night", leftAt: "left_at" } as const
const decode = rowsDecoder(Stay.pipe(namedColumns(columns)))
const likewise = rowsDecoder(Stay.pipe(Schema.encodeKeys(columns)))

describe("columns with their own names", () => {
  test("are read as by Schema.encodeKeys, numbers as every driver returns them; other columns are not", function* () {
    const rows = [
      { uuid: "1", first_night: 0, nights: 2, left_at: null, total: 7 },
      { uuid: "2", first_night: "86400000", nights: 3n, left_at: 259_200_000n }
    ]
    const stays = yield* decode(rows)
    assert.deepStrictEqual(stays, yield* likewise(rows))
    assert.deepStrictEqual(
      stays.map(({ nights }) => nights),
      [2, 3]
    )
  })

  it.effect.each([
    [{ uuid: "1", nights: 2, left_at: null }, /Missing key\s+at \[0\]\["firstNight"\]/],
    [{ uuid: "1", first_night: 0, nights: -1, left_at: null }, /at \[0\]\["nights"\]/],
    [{ uuid: "1", first_night: 0, nights: 2n ** 60n, left_at: null }, /at \[0\]\["nights"\]/],
    ["no row", /at \[0\]/]
  ] as const)("are rejected with the path: %o", ([row, place]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(decode([row]))
      assert.match(error.message, place)
    })
  )
})
