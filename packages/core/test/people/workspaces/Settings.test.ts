import { layerWaitingRecipients } from "@rollcall/core/sending"
import { assert } from "@effect/vitest"
import { CustomFields } from "@rollcall/core"
import { Settings, type WorkspaceSettings } from "@rollcall/core/people"
import { Layer } from "effect"
import { define, newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const hours = { from: "21:00", until: "08:00", timeZoneField: null, timeZone: "Europe/Berlin" }
const cap = { messages: 2, days: 7 }

const withHours = (change: Partial<NonNullable<WorkspaceSettings["quietHours"]>>): WorkspaceSettings => ({
  frequencyCap: null,
  quietHours: { ...hours, ...change }
})

suite(Layer.provideMerge(Layer.provide(Settings.layer, layerWaitingRecipients), services))(
  "settings of a workspace",
  (test) => {
    test("Q2: limit nothing until they are set, and are replaced as a whole", function* () {
      const settings = yield* Settings
      const caller = yield* newCaller
      assert.deepStrictEqual(yield* settings.get(caller), { frequencyCap: null, quietHours: null })
      for (const given of [
        { frequencyCap: cap, quietHours: hours },
        { frequencyCap: cap, quietHours: null }
      ]) {
        assert.deepStrictEqual(yield* settings.replace(caller, given), given)
        assert.deepStrictEqual(yield* settings.get(caller), given)
      }
    })

    test("Q2: reject an empty cap, equal times, an unknown zone and an invalid time, all at once", function* () {
      const settings = yield* Settings
      const caller = yield* newCaller
      const given = {
        frequencyCap: { messages: 0, days: 366 },
        quietHours: { ...hours, from: "24:00", until: "9:00", timeZone: "Europe/Nowhere" }
      }
      assert.deepStrictEqual(yield* refusal(settings.replace(caller, given)), [
        "value_error frequencyCap.messages",
        "value_error frequencyCap.days",
        "string_pattern_mismatch quietHours.from",
        "string_pattern_mismatch quietHours.until",
        "value_error quietHours.timeZone"
      ])
      assert.deepStrictEqual(yield* refusal(settings.replace(caller, withHours({ until: "21:00" }))), [
        "value_error quietHours.until"
      ])
      assert.deepStrictEqual(yield* settings.get(caller), { frequencyCap: null, quietHours: null })
    })

    test("Q2: accept only an active text field for time zones", function* () {
      const settings = yield* Settings
      const caller = yield* newCaller
      const zone = yield* define(caller.workspace, { name: "Zone", fieldType: "text" })
      const number = yield* define(caller.workspace, { name: "Number", fieldType: "number:integer" })
      const named = (timeZoneField: string) => settings.replace(caller, withHours({ timeZoneField }))
      assert.deepStrictEqual((yield* named(zone.fieldKey)).quietHours, { ...hours, timeZoneField: "zone" })
      assert.deepStrictEqual(yield* refusal(named(number.fieldKey)), ["value_error quietHours.timeZoneField"])
      yield* CustomFields.use(({ archive }) => archive(caller, zone.uuid))
      for (const key of [zone.fieldKey, "unheard"]) {
        assert.deepStrictEqual(yield* refusal(named(key)), ["unknown_field quietHours.timeZoneField"])
      }
      assert.strictEqual((yield* settings.get(caller)).quietHours?.timeZoneField, "zone")
    })
  }
)
