import { assert, describe, it } from "@effect/vitest"
import {
  definitionIssues,
  type GivenDefinition,
  maxOptions,
  tidyDefinition
} from "../../../src/people/custom-fields/CustomFieldRules.ts"
import { placeOf } from "../../../src/shared/Issue.ts"

const waves = (count: number) => "👋".repeat(count)
const options = (count: number) => Array.from({ length: count }, (_, n) => `Option ${n}`)

const issuesOf = (given: Partial<GivenDefinition>) => {
  const definition = { name: "Colour", fieldType: "text", icon: null, selectOptions: null, ...given } as const
  return definitionIssues(tidyDefinition(definition)).map(({ code, path }) => `${code} ${placeOf(path)}`)
}

const cases: Readonly<Record<string, readonly [Partial<GivenDefinition>, ...issues: ReadonlyArray<string>]>> = {
  "the shortest name, no icon": [{ name: " abc\n", icon: " " }],
  "the longest texts": [{ name: waves(250), icon: waves(250), fieldType: "select", selectOptions: [waves(250)] }],
  "no options of a type without": [{ fieldType: "checkbox", selectOptions: [] }],
  "labels that differ in case": [{ fieldType: "select", selectOptions: ["Red", "red"] }],
  "as many options as there may be": [{ fieldType: "multiselect", selectOptions: options(maxOptions) }],
  "a short name": [{ name: ` ${waves(2)} ` }, "too_short name"],
  "long texts": [{ name: waves(251), icon: waves(251) }, "too_long name", "too_long icon"],
  "texts that no store keeps": [{ name: "a\0b", icon: "\ud800" }, "value_error name", "value_error icon"],
  "options of a type without": [{ selectOptions: ["Red"] }, "value_error selectOptions"],
  "no options": [{ fieldType: "select" }, "missing selectOptions"],
  "not one option": [{ fieldType: "multiselect", selectOptions: [] }, "too_short selectOptions"],
  "too many options": [{ fieldType: "select", selectOptions: options(maxOptions + 1) }, "too_long selectOptions"],
  "a label twice": [{ fieldType: "select", selectOptions: ["Red", "b", " Red "] }, "value_error selectOptions[2]"],
  "labels that are none": [
    { fieldType: "select", selectOptions: [" ", waves(251), "a\0"] },
    ...["too_short selectOptions[0]", "too_long selectOptions[1]", "value_error selectOptions[2]"]
  ]
}

describe("the issues of a field definition", () => {
  it.each(Object.keys(cases))("F3, W4, W8: of %s", (name) => {
    const [given = {}, ...issues] = cases[name] ?? []
    assert.deepStrictEqual(issuesOf(given), issues)
  })
})
