import { tmpdir } from "node:os"
import { join } from "node:path"

const conditions = ["rollcall-source"]

/**
 * Returns a project of tests with the shared configuration. Packages, examples and tools are resolved from source,
 * without a build.
 */
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
    // Tests leave no state in modules, so files share a worker and its imports.
    isolate: false,
    // Collecting young objects takes a tenth of a test's time, and less with more memory for them.
    execArgv: ["--max-semi-space-size=64"],
    // A started process spends most of its time compiling the same modules, so Node caches them, as `rollcall` itself
    // does.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    exclude: [...exclude],
    globalSetup: [globalSetup],
    setupFiles: ["tools/ci/SeededProperties.ts"],
    // The timeouts are only for tests that hang, because a machine may be slow.
    testTimeout: 90_000,
    hookTimeout: 120_000
  }
})

/** The setup file that creates the folder for the programs that tests start. */
export const programs = "packages/testing/GlobalSetup.ts"
