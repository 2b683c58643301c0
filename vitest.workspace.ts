import { defineConfig } from "vitest/config"

const project = (name: string, root: string) => ({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: { name, root, include: ["test/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000 }
})

/** Every package and example is a project of its own, resolved from source: no build comes before a test. */
export default defineConfig({
  test: {
    projects: [
      project("core", "packages/core"),
      project("storage-memory", "packages/storage-memory"),
      project("storage-sql", "packages/storage-sql"),
      project("storage-sqlite", "packages/storage-sqlite"),
      project("storage-conformance", "packages/storage-conformance"),
      project("channel-simulator", "packages/channel-simulator"),
      project("http", "packages/http"),
      project("server", "packages/server"),
      project("example-embed", "examples/embed"),
      project("example-demo", "examples/demo")
    ]
  }
})
