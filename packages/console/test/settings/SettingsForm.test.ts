import { describe, expect, it } from "vitest"
import {
  formOf,
  isQuiet,
  passesMidnight,
  readSettingsForm,
  hasSameSettings,
  type Settings,
  settingsOf,
  timeIn
} from "../../src/settings/SettingsForm.ts"

const limited: Settings = {
  frequency_cap: { messages: 3, days: 14 },
  quiet_hours: { from: "22:00", until: "07:30", time_zone: "Europe/Berlin", time_zone_field: "zone" }
}
const open: Settings = { frequency_cap: null, quiet_hours: null }

describe("the settings form", () => {
  it("returns the settings it was created from", () => {
    expect(settingsOf(formOf(limited, "UTC"))).toEqual(limited)
    expect(settingsOf(formOf(open, "UTC"))).toEqual(open)
  })
  it("offers the browser's zone if there are no quiet hours", () => {
    const form = formOf(open, "Asia/Tokyo")
    expect(settingsOf({ ...form, quiet: true }).quiet_hours).toMatchObject({
      time_zone: "Asia/Tokyo",
      time_zone_field: null
    })
  })
  it("returns the same settings if only disabled inputs differ", () => {
    const form = formOf(open, "UTC")
    expect(hasSameSettings(form, { ...form, messages: "9" })).toBe(true)
    expect(hasSameSettings(form, { ...form, capped: true })).toBe(false)
  })
  it("sends an invalid number, so that the error appears at its input", () => {
    const form = { ...formOf(limited, "UTC"), messages: "", days: "2.5" }
    expect(settingsOf(form).frequency_cap).toEqual({ messages: 0, days: 0 })
  })
  it("is read as it was stored", () => {
    const form = formOf(limited, "UTC")
    expect(readSettingsForm(JSON.parse(JSON.stringify(form)))).toEqual(form)
    expect(readSettingsForm({ ...form, from: 21 })).toBeUndefined()
    expect(readSettingsForm({ capped: true })).toBeUndefined()
  })
})

describe("quiet hours", () => {
  it.each([
    ["21:00", "08:00", "20:59", false],
    ["21:00", "08:00", "21:00", true],
    ["21:00", "08:00", "03:00", true],
    ["21:00", "08:00", "08:00", false],
    ["12:00", "13:00", "12:30", true],
    ["12:00", "13:00", "13:00", false]
  ])("from %s until %s at %s: %s", (from, until, time, quiet) => {
    expect(isQuiet(time, { from, until })).toBe(quiet)
  })
  it("cross midnight if they end before they begin", () => {
    expect(passesMidnight({ from: "21:00", until: "08:00" })).toBe(true)
    expect(passesMidnight({ from: "12:00", until: "13:00" })).toBe(false)
  })
  it("are shown in a zone's local time", () => {
    const midnight = new Date("2026-03-01T23:05:00.000Z")
    expect(timeIn("Europe/Berlin", midnight)).toBe("00:05")
    expect(timeIn("Europe/Nowhere", midnight)).toBeUndefined()
  })
})
