import { describe, expect, it } from "vitest"
import { allZones, isZone, localOf, offsetAt, offsetText, timeIn } from "../../src/zones/Zone.ts"

const instants = (local: string, zone: string) =>
  timeIn(local, zone)?.instants.map((instant) => new Date(instant).toISOString())

describe("a local time in a zone", () => {
  it("is usually one timestamp", () => {
    expect(instants("2026-07-01T09:00", "Europe/Berlin")).toEqual(["2026-07-01T07:00:00.000Z"])
    expect(instants("2026-12-01T09:00", "Asia/Kolkata")).toEqual(["2026-12-01T03:30:00.000Z"])
    expect(instants("2026-01-01T00:30", "Pacific/Kiritimati")).toEqual(["2025-12-31T10:30:00.000Z"])
    expect(instants("2026-01-01T00:30", "UTC")).toEqual(["2026-01-01T00:30:00.000Z"])
  })

  it("is none when clocks skip it, and the previous offset decides the intended timestamp", () => {
    const time = timeIn("2026-03-29T02:30", "Europe/Berlin")
    expect(time?.instants).toEqual([])
    expect(localOf(time?.shifted ?? 0, "Europe/Berlin")).toBe("2026-03-29T03:30")
    expect(timeIn("2026-10-04T02:15", "Australia/Lord_Howe")?.instants).toEqual([])
  })

  it("is two timestamps when clocks are set back, the earlier one first", () => {
    expect(instants("2026-10-25T02:30", "Europe/Berlin")).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T01:30:00.000Z"
    ])
    expect(instants("2026-11-01T01:00", "America/New_York")).toHaveLength(2)
    expect(instants("2026-11-01T02:00", "America/New_York")).toHaveLength(1)
  })

  it("is none for an invalid time or an unknown zone", () => {
    for (const local of ["", "2026-13-01T09:00", "2026-07-01", "tomorrow"]) expect(timeIn(local, "UTC")).toBeUndefined()
    expect(timeIn("2026-07-01T09:00", "Mars/Olympus")).toBeUndefined()
    expect([isZone("Europe/Paris"), isZone("Mars/Olympus")]).toEqual([true, false])
  })

  it("is restored from its timestamps, in all zones", () => {
    for (const zone of allZones().filter((_, at) => at % 12 === 0)) {
      for (const local of ["2026-01-15T12:00", "2026-07-15T23:45"]) {
        const [instant] = timeIn(local, zone)?.instants ?? []
        expect(localOf(instant ?? 0, zone)).toBe(local)
      }
    }
  })

  it("has a readable offset", () => {
    const instant = Date.UTC(2026, 6, 1)
    expect(
      ["UTC", "Asia/Kolkata", "America/New_York", "Europe/Berlin"].map((zone) => offsetText(instant, zone))
    ).toEqual(["UTC", "UTC+5:30", "UTC−4", "UTC+2"])
    expect(offsetAt(instant + 1, "UTC")).toBe(0)
  })
})
