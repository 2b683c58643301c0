import { join } from "node:path"
import { type OutputChunk, rolldown } from "rolldown"
import { assert, describe, it } from "vitest"
import { read, repository } from "../../../tools/Repository.ts"

/** Maximum bytes that a host's server loads. */
const mostBytes = 1_545_000

/** Modules loaded on first use: the API's page, its document, the tables of all scripts, the console. */
const large = [
  /\/effect\/dist\/http-api\/internal\/httpApiSwagger\.js$/,
  /\/packages\/http\/src\/system\/Examples\.ts$/,
  /\/any-ascii\/block\.js$/,
  /\/packages\/console\/dist\/index\.js$/
]

/** Formats a size as the page about serverless hosts does. */
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const holds =
  (module: RegExp) =>
  ({ moduleIds }: OutputChunk): boolean =>
    moduleIds.some((id) => module.test(id))

describe("a host's bundled server", () => {
  it("D5: loads the API's page, the tables of all scripts and the console on request", async () => {
    const bundle = await rolldown({
      input: join(repository, "examples/web-servers/src/serverless/Handler.ts"),
      platform: "node",
      resolve: { conditionNames: ["rollcall-source", "node", "import", "default"] },
      external: ["pg-native"]
    })
    const { output } = await bundle.generate({ format: "esm", minify: true })
    await bundle.close()
    const chunks = output.filter((file) => file.type === "chunk")
    const apart = large.map((module) => {
      const [chunk, ...others] = chunks.filter(holds(module))
      assert.deepStrictEqual(others, [])
      if (chunk === undefined) return assert.fail(`${module} is in no chunk`)
      // The module is only loaded by a dynamic import.
      assert.isTrue(chunk.isDynamicEntry)
      assert.isFalse(chunks.some(({ imports }) => imports.includes(chunk.fileName)))
      return chunk
    })
    const bytes = chunks
      .filter((chunk) => !apart.includes(chunk))
      .reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)
    assert.isAtMost(bytes, mostBytes)

    const [page, , letters] = apart.map(({ code }) => megabytes(Buffer.byteLength(code)))
    const said = read("docs/how-to/other-runtimes.md").replaceAll(/\s+/g, " ")
    assert.include(said, `loads ${megabytes(bytes)} to answer requests. The page at \`/docs\` (${page})`)
    assert.include(said, `for custom field keys (${letters})`)
  })
})
