import { execFile } from "node:child_process"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { run } from "../../Repository.ts"
import { isOfRollcall } from "./LocalManifest.ts"

const settingOf = (name: string): string => run("npm", ["config", "get", name]).trim()

/** Returns npm's settings for installations in checks: this machine's registry and cache, and less output. */
export const npmVariables = (): Readonly<Record<string, string>> => ({
  npm_config_registry: settingOf("registry"),
  npm_config_cache: settingOf("cache"),
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_loglevel: "error",
  npm_config_update_notifier: "false"
})

const Lock = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Record(Schema.String, Schema.Struct({ resolved: Schema.optional(Schema.String) }))
  })
)

/** Returns the Rollcall packages that a package-lock.json does not install from a file. */
export const foreignIn = (lock: string): ReadonlyArray<string> =>
  Object.entries(Schema.decodeSync(Lock)(lock).packages).flatMap(([path, { resolved }]) => {
    const name = path.replace(/^.*node_modules\//, "")
    return path !== "" && isOfRollcall(name) && resolved?.startsWith("file:") !== true
      ? [`${name}: ${resolved ?? "its registry"}`]
      : []
  })

/** Returns the Rollcall packages that projects below a folder do not install from a file. */
export const foreignBelow = (folder: string): ReadonlyArray<string> =>
  globSync("**/package-lock.json", { cwd: folder, exclude: ["**/node_modules", "home/rollcall"] }).flatMap((lock) =>
    foreignIn(readFileSync(join(folder, lock), "utf8")).map(
      (what) => `${lock} takes ${what}, which is not a packed file`
    )
  )

/** Installs dependencies in a folder: registry versions, and files. Fails after five minutes. */
export const install = async (folder: string, dependencies: Readonly<Record<string, string>>): Promise<void> => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true, dependencies }))
  const options = { cwd: folder, env: { ...process.env, ...npmVariables() }, timeout: 300_000 }
  await promisify(execFile)("npm", ["install"], options)
  const foreign = foreignBelow(folder)
  if (foreign.length > 0) throw new Error(foreign.join("\n"))
}
