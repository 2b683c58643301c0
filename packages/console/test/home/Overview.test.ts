import { describe, expect, it } from "vitest"
import { nextStep, progressOf } from "../../src/home/Overview.ts"

describe("the steps to the first broadcast", () => {
  it("are shown while a step is known to be missing", () => {
    expect(nextStep({ contacts: 3, templates: 2, broadcasts: 0 })).toBe("broadcasts")
    expect(nextStep({ contacts: 3, templates: 2, broadcasts: 1 })).toBeUndefined()
    expect(nextStep({ contacts: undefined, templates: undefined, broadcasts: undefined })).toBeUndefined()
  })
  it("continue with the first step that is not done", () => {
    expect(nextStep({ contacts: 0, templates: 0, broadcasts: 0 })).toBe("contacts")
    expect(nextStep({ contacts: 3, templates: 0, broadcasts: 0 })).toBe("templates")
    expect(nextStep({ contacts: undefined, templates: 2, broadcasts: 0 })).toBe("broadcasts")
  })
})

it("count sent recipients as done", () => {
  expect(progressOf({ sent: 5, recipients: 10 })).toEqual({ done: 5, total: 10 })
  expect(progressOf({ sent: 0, recipients: null })).toEqual({ done: 0, total: undefined })
})
