import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterEach, describe, expect, it, vi } from "vitest"
import manifest from "../package.json" with { type: "json" }

/** Opens Rollcall in a process with these versions. */
const openOn = async (versions: object | undefined) => {
  vi.stubGlobal("process", Object.create(process, { versions: { value: versions } }))
  const opened = await createRollcall({ storage: memory(), channel: simulator(), workers: false })
  await opened.close()
}

describe("the Node version", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(["20.19.5", "22.18.0", "18.0.0"])("is rejected at once: %s", async (node) => {
    await expect(openOn({ node })).rejects.toMatchObject({
      name: "RollcallError",
      code: "invalid_input",
      message: `Rollcall needs Node ${manifest.engines.node.slice(2)} or newer; this is ${node}`
    })
  })

  it.each([
    { node: "22.19.0" },
    { node: "24.1.0" },
    { node: "20.11.1", deno: "2.0.0" },
    { node: "20.11.1", bun: "1.2.0" },
    undefined
  ])("is sufficient, or the runtime is not Node: %o", async (versions) => {
    await expect(openOn(versions)).resolves.toBeUndefined()
  })
})
