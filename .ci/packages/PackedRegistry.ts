import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../Repository.ts"
import { bundleConsole } from "./BundleConsole.ts"
import { bundleCreate } from "./BundleCreate.ts"
import { bundleDriver } from "./BundleDriver.ts"
import { bundleProgram } from "./BundleProgram.ts"
import { pack, type Tarball } from "./Pack.ts"
import { installedHere, packageIn, type Published, type Registry, renamed, serveRegistry } from "./Registry.ts"

/** The version of Effect that hosts of the packed packages have: a newer one than there is. */
export const newer = "4.9.9"

/** What of Effect a host has one copy of. */
const shared = ["effect", "@effect/platform-node", "@effect/platform-node-shared", "@effect/sql-pg"]

/** A registry with the packages of the repository as they are published. */
export interface PackedRegistry extends Registry {
  readonly tarballs: ReadonlyArray<Tarball>
}

/**
 * Builds and packs every package and serves the tarballs, beside what is installed in the repository, the modules of
 * Effect in a newer version too, and whatever else is given.
 */
export const servePacked = async (others: ReadonlyArray<Published> = []): Promise<PackedRegistry> => {
  run("tsc", ["-b", "tsconfig.build.json"])
  await bundleDriver()
  await bundleConsole()
  await bundleCreate()
  await bundleProgram()
  const folder = mkdtempSync(join(tmpdir(), "rollcall-tarballs-"))
  const tarballs = pack(folder)
  const installed = installedHere()
  const registry = await serveRegistry([
    ...others,
    ...installed,
    ...installed.filter(({ manifest }) => shared.includes(manifest.name)).map((one) => renamed(one, newer)),
    ...tarballs.map(({ folder, path }) => packageIn(folder, path))
  ])
  return {
    ...registry,
    tarballs,
    close: () => {
      registry.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
