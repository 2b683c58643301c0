import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { refresh } from "../../packages/console/build/Refresh.ts"
import { repository } from "../Repository.ts"
import { licencesOf } from "./BundleProgram.ts"

/** The most bytes that the whole page may have, with all of its views, as every browser takes it. */
export const mostConsoleBytes = 100_000

/** Builds the page of the console with the licences of what is inside, and returns its size in gzip. */
export const bundleConsole = async (): Promise<number> => {
  const { modules, size } = await refresh()
  if (size.gzip > mostConsoleBytes) {
    throw new Error(`the console has ${size.gzip} bytes in gzip, and at most ${mostConsoleBytes} are wanted`)
  }
  const inside = modules.map((module) => join(repository, module))
  writeFileSync(join(repository, "packages/console/dist/LICENSES.txt"), licencesOf(inside))
  return size.gzip
}
