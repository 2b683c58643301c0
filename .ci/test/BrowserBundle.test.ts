import { join } from "node:path"
import { rolldown } from "rolldown"
import { describe, expect, it } from "vitest"
import { repository } from "../Repository.ts"

describe("@rollcall/api", () => {
  it("is bundled for a browser with nothing left to import, and of no package but itself and core", async () => {
    const bundle = await rolldown({
      input: join(repository, "packages/api/src/index.ts"),
      platform: "browser",
      resolve: { conditionNames: ["rollcall-source", "import", "default"] },
      treeshake: false,
      onLog: (_level, { message }) => {
        throw new Error(message)
      }
    })
    const { output } = await bundle.generate({ codeSplitting: false })
    await bundle.close()
    const chunks = output.filter((file) => file.type === "chunk")
    const imported = chunks.flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])
    expect(imported.filter((name) => chunks.every(({ fileName }) => fileName !== name))).toEqual([])
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
    expect(modules).toContain(join(repository, "packages/core/src/index.ts"))
    expect(modules.filter((id) => /\/packages\/(?!api\/|core\/)/.test(id))).toEqual([])
  })
})
