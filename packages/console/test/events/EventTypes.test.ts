import { expect, it } from "vitest"
import { eventTitles, eventTypes, topics, typesAbout, typesNamed } from "../../src/events/EventTypes.ts"

it("every type is in one topic", () => {
  expect(topics.flatMap(typesAbout)).toEqual(eventTypes)
})

it("event type names are read in order, without unknown ones", () => {
  expect(typesNamed(["import.failed", "contact.sung", "contact.created"])).toEqual(["contact.created", "import.failed"])
})

it("every type has its own title", () => {
  expect(new Set(Object.values(eventTitles)).size).toBe(eventTypes.length)
})
