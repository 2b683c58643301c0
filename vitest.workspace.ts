import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import FailedTests from "./tools/ci/FailedTests.ts"
import { programs, project } from "./tools/ci/VitestProject.ts"

const postgres = "storage-postgres"

/** What takes longest begins first, the longest of all at the front, so that no worker is left with it at the end. */
const longest: ReadonlyArray<string> = [
  "storage-postgres/test/Conformance",
  "storage-sqlite/test/Conformance",
  "cli/test/serve/kill/",
  "cli/test/serve/processes/",
  "bench/test/Quick",
  "channel-whatsapp/test/WhatsApp",
  "channel-whatsapp/test/Conformance",
  "rollcall/test/webhooks/",
  "rollcall/test/using/Killed",
  "rollcall/test/dispatch/Killed",
  "rollcall/test/audiences/Killed",
  "cli/test/contacts/Commands",
  "storage-memory/test/Conformance",
  "conformance/test/storage/PlantedFaults",
  "cli/test/serve/"
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
 * The tests of packages, examples and tools are one project, so that what they import is loaded once for each worker;
 * those that share a Postgres server are another.
 */
export default defineConfig({
  test: {
    // Tests wait for databases and processes, so that one worker for each core leaves some of them idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new FailedTests()],
    projects: [
      project(postgres, [`packages/${postgres}`], { globalSetup: `packages/${postgres}/test/server/GlobalSetup.ts` }),
      project("all others", ["packages/*", "examples/*", "bench", "tools/*"], {
        globalSetup: programs,
        exclude: [`packages/${postgres}/**`]
      })
    ]
  }
})
