import { join } from "node:path"
import { rolldown } from "rolldown"
import { describe, expect, it } from "vitest"
import { repository } from "../../../tools/Repository.ts"

/** The modules of a package that is bundled for a browser, with nothing left to import. */
const bundled = async (
  name: string,
  options: { readonly treeshake: boolean; readonly conditions: ReadonlyArray<string> }
) => {
  const bundle = await rolldown({
    input: join(repository, "packages", name, "src/index.ts"),
    platform: "browser",
    resolve: { conditionNames: ["rollcall-source", ...options.conditions, "import", "default"] },
    treeshake: options.treeshake,
    onLog: (_level, { message }) => {
      throw new Error(message)
    }
  })
  const { output } = await bundle.generate({ codeSplitting: false })
  await bundle.close()
  const chunks = output.filter((file) => file.type === "chunk")
  const imported = chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])
  expect(imported.filter((name) => chunks.every(({ fileName }) => fileName !== name))).toEqual([])
  return chunks.flatMap(({ moduleIds }) => moduleIds)
}

describe("@rollcall/api", () => {
  it("is bundled for a browser without further imports, and contains only itself and core", async () => {
    const modules = await bundled("api", { conditions: [], treeshake: false })
    expect(modules).toContain(join(repository, "packages/core/src/index.ts"))
    expect(modules.filter((id) => /\/packages\/(?!api\/|core\/)/.test(id))).toEqual([])
  })
})

describe("@rollcall/contact-files", () => {
  it("is bundled for a browser without schemas, streams or numbering plans, which are too large for a page", async () => {
    const modules = await bundled("contact-files", { conditions: ["browser"], treeshake: true })
    expect(modules).toContain(join(repository, "packages/contact-files/src/csv/CsvRows.ts"))
    expect(modules.filter((id) => /\/(?:Schema|Stream|Effect|DateTime)\.|libphonenumber|\/api\//.test(id))).toEqual([])
  })
})
