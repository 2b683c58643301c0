import { describe, expect, it } from "vitest"
import { completeLock, parseLock } from "../lock/CompleteLock.ts"
import { platformOf } from "../lock/Platforms.ts"
import { read } from "../../Repository.ts"

describe("a package's platform", () => {
  it.each([
    ["@oxlint/binding-linux-x64-musl", { os: "linux", cpu: "x64", libc: "musl" }],
    ["@oxlint/binding-linux-arm-gnueabihf", { os: "linux", cpu: "arm", libc: "glibc" }],
    ["@oxlint/binding-linux-arm-musleabihf", { os: "linux", cpu: "arm", libc: "musl" }],
    ["@oxlint-tsgolint/darwin-arm64", { os: "darwin", cpu: "arm64" }],
    ["@oxlint/binding-android-arm-eabi", { os: "android", cpu: "arm" }],
    ["@swc/core-win32-x64-msvc", { os: "win32", cpu: "x64" }]
  ])("is read from %s", (name, platform) => {
    expect(platformOf(name)).toEqual(platform)
  })

  it.each(["fsevents", "linux-like", "@vitest/ui", "android"])("is not in %s", (name) => {
    expect(platformOf(name)).toBeUndefined()
  })
})

describe("a lockfile", () => {
  const tool = {
    version: "1.2.3",
    dev: true,
    optionalDependencies: { "@t/linux-x64-gnu": "1.2.3", "@t/win32-x64": "1.2.3" }
  }
  const own = { version: "1.2.3", dev: true, optional: true, integrity: "sha512-x" }

  it("gets an entry for each platform that npm left out, and keeps the others", () => {
    const packages = { "": {}, "node_modules/@t/linux-x64-gnu": own, "node_modules/tool": tool }
    expect(completeLock({ lockfileVersion: 3, packages })).toEqual({
      lockfileVersion: 3,
      packages: {
        ...packages,
        "node_modules/@t/win32-x64": { version: "1.2.3", cpu: ["x64"], dev: true, optional: true, os: ["win32"] }
      }
    })
  })

  it("contains a platform nested under its package, or above it", () => {
    const packages = {
      "node_modules/a/node_modules/tool": tool,
      "node_modules/a/node_modules/tool/node_modules/@t/win32-x64": own,
      "node_modules/a/node_modules/@t/linux-x64-gnu": own
    }
    expect(completeLock({ packages })).toEqual({ packages })
  })

  it("of the repository is complete: `npm run lock` was run", () => {
    const lockfile = parseLock(read("package-lock.json"))
    expect(completeLock(lockfile)).toEqual(lockfile)
  })
})
