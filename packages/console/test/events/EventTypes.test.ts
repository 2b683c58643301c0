import { expect, it } from "vitest"
import { eventTitles, eventTypes, topics, typesAbout, typesNamed } from "../../src/events/EventTypes.ts"

it("has every type under one topic", () => {
  expect(topics.flatMap(typesAbout)).toEqual(eventTypes)
})

it("reads names of types in their order, without those that are unknown", () => {
  expect(typesNamed(["import.failed", "contact.sung", "contact.created"])).toEqual(["contact.created", "import.failed"])
})

it("has a title for every type of its own", () => {
  expect(new Set(Object.values(eventTitles)).size).toBe(eventTypes.length)
})
