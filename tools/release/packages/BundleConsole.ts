import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { refresh } from "../../../packages/console/build/Refresh.ts"
import { repository } from "../../Repository.ts"
import { licencesOf } from "./BundleProgram.ts"

/**
 * The most bytes that the page may have: what every view begins with in gzip, and all files together, most of which are
 * loaded by the view that needs them, in gzip and in Brotli.
 */
const most = { first: 32_400, gzip: 168_000, brotli: 151_000 }

/** Builds the page of the console with the licences of what is inside, and returns its size in gzip. */
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
