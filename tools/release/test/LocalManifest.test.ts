import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { foreignIn } from "../packages/Install.ts"
import { isOfRollcall, localManifest, Manifest } from "../packages/LocalManifest.ts"
import { nameOf, packages, read } from "../../Repository.ts"

const files = new Map(packages.map((name) => [nameOf(name), `./${name}-0a1b2c3d.tgz`]))
const manifestOf = (name: string): Manifest =>
  Schema.decodeSync(Schema.fromJsonString(Manifest))(read(`packages/${name}/package.json`))

describe("a package that is installed from files", () => {
  it("is known by its name", () => {
    expect(packages.map(nameOf).filter((name) => !isOfRollcall(name))).toEqual([])
  })

  it.each(packages)("requests no Rollcall package from the registry, and the same others: %s", (name) => {
    const [published, local] = [manifestOf(name), localManifest(manifestOf(name), files)]
    const versions = Object.entries({ ...local.dependencies, ...local.peerDependencies })
    for (const [dependency, version] of versions) {
      expect(version).toBe(
        isOfRollcall(dependency)
          ? `file:./${dependency.replace("@rollcall/", "")}-0a1b2c3d.tgz`
          : { ...published.dependencies, ...published.peerDependencies }[dependency]
      )
    }
    const { dependencies: _, peerDependencies: __, ...rest } = published
    expect(local).toMatchObject(rest)
  })

  it("is rejected if a package that it needs was not packed", () => {
    const without = new Map([...files].filter(([name]) => name !== "@rollcall/console"))
    expect(() => localManifest(manifestOf("http"), without)).toThrow("@rollcall/http: @rollcall/console was not packed")
  })
})

it("must not take a Rollcall package from a registry, which the lock check finds", () => {
  const lock = {
    packages: {
      "": {},
      "node_modules/effect": { resolved: "https://registry.example/effect.tgz" },
      "node_modules/rollcall": { resolved: "file:../packed/rollcall-0a1b2c3d.tgz" },
      "node_modules/rollcall/node_modules/@rollcall/core": { resolved: "https://registry.example/core.tgz" },
      "node_modules/@rollcall/http": {}
    }
  }
  expect(foreignIn(JSON.stringify(lock))).toEqual([
    "@rollcall/core: https://registry.example/core.tgz",
    "@rollcall/http: its registry"
  ])
})
