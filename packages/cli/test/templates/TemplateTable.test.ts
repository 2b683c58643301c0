import { assert, describe, it } from "@effect/vitest"
import { templateTable } from "../../src/templates/TemplateTable.ts"
import { plain } from "../../../server/test/TemplateFixture.ts"

const headOf = (channelTypes: ReadonlyArray<string>, accounts: ReadonlyArray<string> = []) =>
  templateTable(
    channelTypes.map((channelType, index) => {
      const account = accounts[index]
      return { ...plain, channelType, ...(account !== undefined && { account }) }
    })
  )
    .split("\n")[1]
    ?.split("│")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")

describe("a table of templates", () => {
  it("has a column of channels, and of accounts, where there are several", () => {
    assert.strictEqual(headOf(["chatapp", "chatapp"])?.[0], "Name")
    assert.deepStrictEqual(headOf(["chatapp", "sms"])?.slice(0, 2), ["Channel", "Name"])
    assert.deepStrictEqual(headOf(["chatapp", "chatapp"], ["221", "222"])?.slice(0, 2), ["Of account", "Name"])
    assert.deepStrictEqual(headOf(["chatapp", "chatapp"], ["221", "221"])?.[0], "Name")
  })
})
