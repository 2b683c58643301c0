import { expect, it } from "vitest"
import { eventTypes, topics, typesAbout, typesNamed } from "../../src/events/EventTypes.ts"
import { text } from "../../src/texts/Text.ts"

it("has every type under one topic", () => {
  expect(topics.flatMap(typesAbout)).toEqual(eventTypes)
})

it("reads names of types in their order, without those that are unknown", () => {
  expect(typesNamed(["import.failed", "contact.sung", "contact.created"])).toEqual(["contact.created", "import.failed"])
})

it("has a text for every type of its own", () => {
  const texts = eventTypes.map((type) => text(`events.types.${type}`))
  expect(new Set(texts).size).toBe(eventTypes.length)
})
