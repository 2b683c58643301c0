import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { rolldown } from "rolldown"
import { driver } from "../../fences/PackageGraph.ts"
import { repository } from "../../Repository.ts"

const root = join(repository, "packages", "storage-sqlite")
const entry = join(root, "src", "SqliteClient.ts")

/**
 * Rewrites `dist/SqliteClient.js` of storage-sqlite with the patched driver inside. A dependency is installed without
 * its patch, so a project that installs the package must get the driver with it. All other imports stay imports. The
 * driver's licence is included.
 */
export const bundleDriver = async (): Promise<void> => {
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    plugins: [
      {
        name: "all-but-the-driver",
        resolveId: (id, importer) => {
          if (importer === undefined) return null
          if (importer !== entry) return id.startsWith(".") ? null : { id, external: true, moduleSideEffects: false }
          if (id === driver || id.startsWith(`${driver}/`)) return null
          return { id: id.replace(/^(\..*)\.ts$/, "$1.js"), external: true, moduleSideEffects: false }
        }
      }
    ]
  })
  try {
    const { output } = await bundle.write({
      dir: join(root, "dist"),
      entryFileNames: "SqliteClient.js",
      sourcemap: true
    })
    const files = output.map(({ fileName }) => fileName)
    if (files.some((file) => !file.startsWith("SqliteClient.js"))) throw new Error(`unexpected: ${files.join(", ")}`)
  } finally {
    await bundle.close()
  }
  const licence = join(dirname(import.meta.resolve(`${driver}/package.json`).slice("file://".length)), "LICENSE")
  copyFileSync(licence, join(root, "dist", "SqliteClient.LICENSE"))
}
