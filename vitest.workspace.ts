import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import FailedTests from "./.ci/report/FailedTests.ts"

const project = (name: string, include: ReadonlyArray<string>, globalSetup: ReadonlyArray<string> = []) => ({
  resolve: { conditions: ["rollcall-source"] },
  ssr: { resolve: { conditions: ["rollcall-source"], externalConditions: ["rollcall-source"] } },
  test: {
    name,
    include: include.map((folder) => `${folder}/test/**/*.test.ts`),
    exclude: name === postgres ? [] : [`packages/${postgres}/**`],
    // No test leaves anything behind in a module, so files share a worker and its imports.
    isolate: false,
    // Most of what a started process does is to compile the same modules: Node keeps them, as `rollcall` itself has it do.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    globalSetup: [...globalSetup],
    setupFiles: [".ci/SeededProperties.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})

const postgres = "storage-postgres"

/** What takes longest begins first, the longest of all at the front, so that no worker is left with it at the end. */
const longest: ReadonlyArray<string> = [
  "storage-postgres/test/Conformance",
  "storage-sqlite/test/Conformance",
  ".ci/test/PackedPackages",
  "server/test/kill/",
  "bench/test/Quick",
  "channel-whatsapp/test/WhatsApp",
  "channel-whatsapp/test/Conformance",
  "rollcall/test/webhooks/",
  "rollcall/test/using/Killed",
  "cli/test/contacts/Commands",
  "storage-memory/test/Conformance",
  "storage-conformance/test/PlantedFaults",
  ".ci/test/ReadmeWalk",
  "server/test/"
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((part) => moduleId.includes(part))
  return rank === -1 ? longest.length : rank
}

/** Files of one project stay together: they share workers. */
class LongestFirst extends BaseSequencer {
  override async sort(files: ReadonlyArray<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort([...files])
    const orderOf = ({ project }: TestSpecification): number => (project.name === postgres ? 0 : 1)
    return sorted.toSorted((a, b) => orderOf(a) - orderOf(b) || rankOf(a) - rankOf(b))
  }
}

/**
 * Packages, examples and the workshop are resolved from source: no build comes before a test. They are one project, so
 * that what they import is loaded once for each worker; the tests that share a Postgres server are another.
 */
export default defineConfig({
  test: {
    // Tests wait for databases and processes, so that one worker for each core leaves some of them idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new FailedTests()],
    projects: [
      project(postgres, [`packages/${postgres}`], [`packages/${postgres}/test/server/GlobalSetup.ts`]),
      project("all others", ["packages/*", "examples/*", "bench", "soak", ".ci"])
    ]
  }
})
