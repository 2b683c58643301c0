import { Schema } from "effect"
import { platformOf } from "./Platforms.ts"

const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)) })

const Optional = Schema.Struct({
  dev: Schema.optional(Schema.Boolean),
  optionalDependencies: Schema.optional(Schema.Record(Schema.String, Schema.String))
})

const entries = Schema.decodeUnknownSync(Lock)
const optional = Schema.decodeUnknownSync(Optional)

/** Parses a lockfile. */
export const parseLock = Schema.decodeSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/**
 * Returns a lockfile with an entry for every platform's binary. npm leaves out binaries that the current registry does
 * not serve, and `npm ci` then rejects the lockfile on every machine. An added entry has no checksum. On the entry's
 * platform, npm installs it from a registry that has it.
 */
export const completeLock = (lockfile: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const { packages } = entries(lockfile)
  const missing = Object.entries(packages).flatMap(([path, entry]) => {
    const { dev, optionalDependencies = {} } = optional(entry)
    return Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const platform = platformOf(name)
      if (platform === undefined || isLocked(packages, path, name)) return []
      return [[`node_modules/${name}`, locked(platform, version, dev === true)] as const]
    })
  })
  const all = Object.entries({ ...packages, ...Object.fromEntries(missing) })
  return { ...lockfile, packages: Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, "en"))) }
}

const locked = ({ cpu, libc, os }: ReturnType<typeof platformOf> & {}, version: string, dev: boolean) => ({
  version,
  cpu: [cpu],
  ...(dev && { dev }),
  ...(libc !== undefined && { libc: [libc] }),
  optional: true,
  os: [os]
})

/** Returns whether a package finds a dependency in its own `node_modules` or in a parent folder's. */
const isLocked = (packages: { readonly [path: string]: unknown }, path: string, name: string): boolean => {
  const folders = path
    .split("/node_modules/")
    .map((_, depth, all) => all.slice(0, all.length - depth).join("/node_modules/"))
  return [...folders, ""].some((folder) => `${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages)
}
