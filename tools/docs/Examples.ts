import { readFileSync } from "node:fs"
import { join } from "node:path"
import { takeWalk } from "../../packages/rollcall/test/examples/Exchanges.ts"
import { repository } from "../Repository.ts"

const file = "packages/http/src/system/Examples.ts"

const head = `import type { Exchanges } from "./Exchange.ts"

/** The examples of the document by operation: the walk of \`packages/rollcall/test/examples\`, as \`npm run docs\` recorded it. */
export const examples: { readonly [operation: string]: Exchanges } = {
`

/** Returns the examples file in its current and its expected form: one line per exchange. */
export const examplesFile = async () => {
  const { exchanges } = await takeWalk()
  const entries = Object.entries(exchanges).map(
    ([operation, { error, success }]) =>
      `  ${JSON.stringify(operation)}: {\n` +
      `    success: ${JSON.stringify(success)},\n` +
      `    error: ${JSON.stringify(error)} }`
  )
  return {
    file,
    is: readFileSync(join(repository, file), "utf8"),
    shouldBe: `${head}${entries.join(",\n")}\n}\n`
  }
}
