import { existsSync, readdirSync } from "node:fs"
import { defineConfig } from "vitest/config"

/** What starts a server that all tests of a package share, in the packages that need one. */
const globalSetup = "test/server/GlobalSetup.ts"

const project = (name: string, root: string) => ({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    name,
    root,
    include: ["test/**/*.test.ts"],
    // No test leaves anything behind in a module, so files share a worker and its imports.
    isolate: false,
    globalSetup: existsSync(new URL(`${root}/${globalSetup}`, import.meta.url)) ? [globalSetup] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})

const foldersOf = (path: string) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : []
  )

/** Every package and example is a project of its own, resolved from source: no build comes before a test. */
export default defineConfig({
  test: {
    // Tests wait for databases and processes more than they compute.
    maxWorkers: "100%",
    projects: [
      ...foldersOf("packages").map((name) => project(name, `packages/${name}`)),
      ...foldersOf("examples").map((name) => project(`example-${name}`, `examples/${name}`)),
      project("bench", "bench"),
      project("workshop", ".ci")
    ]
  }
})
