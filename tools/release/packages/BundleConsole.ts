import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { refresh } from "../../../packages/console/build/Refresh.ts"
import { repository } from "../../Repository.ts"
import { licencesOf } from "./BundleProgram.ts"

/**
 * The maximum sizes of the console's page in bytes: the part that every view loads first in gzip, and all files
 * together in gzip and in Brotli. Most files are loaded by the view that needs them.
 */
const most = { first: 32_400, gzip: 168_000, brotli: 151_000 }

/** Builds the console's page with the licences of its contents, and returns its gzip size. */
export const bundleConsole = async (): Promise<number> => {
  const { modules, size } = await refresh()
  for (const part of ["first", "gzip", "brotli"] as const) {
    if (size[part] > most[part]) {
      throw new Error(`the console has ${size[part]} bytes (${part}), and at most ${most[part]} are wanted`)
    }
  }
  const inside = modules.map((module) => join(repository, module))
  writeFileSync(join(repository, "packages/console/dist/LICENSES.txt"), licencesOf(inside))
  return size.gzip
}
