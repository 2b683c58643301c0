import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../../Repository.ts"
import { bundle, licencesOf } from "./BundleProgram.ts"

/** The name of the single file that `npm create rollcall` runs. */
export const createFile = "create-rollcall.mjs"

const folder = join(repository, "packages/create-rollcall")

/** Maximum size in bytes, because each use downloads the file. */
const mostBytes = 600_000

/** Writes the program that creates projects, with all its imports and their licences, and returns its size. */
export const bundleCreate = async (): Promise<number> => {
  const { code, moduleIds } = await bundle(join(folder, "src/main.ts"))
  const bytes = Buffer.byteLength(code)
  if (bytes > mostBytes) throw new Error(`${createFile} has ${bytes} bytes, and at most ${mostBytes} are wanted`)
  writeFileSync(join(folder, "dist", createFile), code, { mode: 0o755 })
  writeFileSync(join(folder, "dist", `${createFile}.LICENSES.txt`), licencesOf(moduleIds))
  return bytes
}
