import { existsSync, readdirSync } from "node:fs"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** What starts a server that all tests of a package share, in the packages that need one. */
const globalSetup = "test/server/GlobalSetup.ts"

const project = (name: string, root: string, include = "test/**/*.test.ts") => ({
  resolve: { conditions: ["rollcall-source"] },
  ssr: { resolve: { conditions: ["rollcall-source"], externalConditions: ["rollcall-source"] } },
  test: {
    name,
    root,
    include: [include],
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

/**
 * What takes longest, by project and file, begins first, so that no worker is left with it when the others are done.
 */
const longest: ReadonlyArray<readonly [project: string, file: string]> = [
  ["storage-postgres", "Conformance"],
  ["storage-sqlite", "Conformance"],
  ["server", "KilledAcceptances"],
  ["server", "KilledImports"],
  ["server", "KilledBroadcasts"],
  ["workshop", "PackedPackages"]
]

const rankOf = (project: string, file: string): number => {
  const rank = longest.findIndex(([name, part]) => name === project && file.includes(part))
  return rank === -1 ? longest.length : rank
}

/** Files of one project stay together: they share workers. */
class LongestFirst extends BaseSequencer {
  override async sort(files: ReadonlyArray<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort([...files])
    const ranks = new Map<string, number>()
    for (const { moduleId, project } of sorted) {
      ranks.set(project.name, Math.min(ranks.get(project.name) ?? Infinity, rankOf(project.name, moduleId)))
    }
    const projectRank = (name: string) => ranks.get(name) ?? longest.length
    return sorted.toSorted(
      (a, b) =>
        projectRank(a.project.name) - projectRank(b.project.name) ||
        a.project.name.localeCompare(b.project.name) ||
        rankOf(a.project.name, a.moduleId) - rankOf(b.project.name, b.moduleId)
    )
  }
}

/**
 * Every package is a project of its own, resolved from source: no build comes before a test. The examples are one
 * project: what they import is loaded once.
 */
export default defineConfig({
  test: {
    // Tests wait for databases and processes more than they compute.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      ...foldersOf("packages").map((name) => project(name, `packages/${name}`)),
      project("examples", "examples", "*/test/**/*.test.ts"),
      project("bench", "bench"),
      project("workshop", ".ci")
    ]
  }
})
