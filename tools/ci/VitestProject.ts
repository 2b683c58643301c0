import { tmpdir } from "node:os"
import { join } from "node:path"

const conditions = ["rollcall-source"]

/** Some tests, with what they share. Packages, examples and tools are resolved from source: no build comes before them. */
export const project = (
  name: string,
  include: ReadonlyArray<string>,
  { exclude = [], globalSetup }: { readonly globalSetup: string; readonly exclude?: ReadonlyArray<string> }
) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name,
    include: include.map((folder) => `${folder}/test/**/*.test.ts`),
    // No test leaves anything behind in a module, so files share a worker and its imports.
    isolate: false,
    // A tenth of the time of a test is to collect what is young, which is the less the more there is room for.
    execArgv: ["--max-semi-space-size=64"],
    // Most of what a started process does is to compile the same modules: Node keeps them, as `rollcall` itself has it do.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    exclude: [...exclude],
    globalSetup: [globalSetup],
    setupFiles: ["tools/ci/SeededProperties.ts"],
    // Of what hangs: a machine may be slow.
    testTimeout: 90_000,
    hookTimeout: 120_000
  }
})

/** What makes the folder of the programs that tests start. */
export const programs = "packages/testing/GlobalSetup.ts"
