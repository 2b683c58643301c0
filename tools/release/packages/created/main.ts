import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Struct } from "effect"
import { Client } from "pg"
import { choices, type ProjectChoices } from "../../../../packages/create-rollcall/src/index.ts"
import { startServer } from "../../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { readersEnvironment } from "../../../tutorials/Environment.ts"
import { foreignBelow, install, npmVariables } from "../Install.ts"
import { asInstalled, packedFiles } from "../PackLocal.ts"
import { type Npm, runNpm } from "./Npm.ts"
import { servePlatform } from "./Platform.ts"
import { tryProject } from "./Trial.ts"

// The second half of `npm run check:programs`: creates projects with the packed `create-rollcall` outside the
// workspace, runs their tests, starts them and sends requests to their servers. By default, nine projects cover every
// pair of choices, and two more are installed by npm 10 and npm 11. With `--all`, it creates all possible projects.

const [stores, hosts] = [Struct.keys(choices.store), Struct.keys(choices.host)]

const all: ReadonlyArray<ProjectChoices> = stores.flatMap((store) =>
  hosts.flatMap((host) =>
    Struct.keys(choices.channel).flatMap((channel) =>
      Struct.keys(choices.language).map((language) => ({ store, host, channel, language }))
    )
  )
)

/**
 * Returns whether a project is one of the nine: one per store and host, chosen so that every pair of choices occurs.
 */
const isOfTheNine = ({ channel, host, language, store }: ProjectChoices): boolean => {
  const [at, under] = [stores.indexOf(store), hosts.indexOf(host)]
  return (
    (channel === "simulator") === ((at + under) % 2 === 0) &&
    (language === "ts") === ((at + Math.min(under, 1)) % 2 === 0)
  )
}

const chosen = process.argv.includes("--all") ? all : all.filter(isOfTheNine)

/**
 * The projects that each npm installs separately. Other projects use the packages installed in the folder above them.
 */
const installed: ReadonlyArray<ProjectChoices> = [
  { store: "sqlite", host: "fastify", channel: "simulator", language: "ts" },
  { store: "memory", host: "none", channel: "simulator", language: "js" }
]

/** The last npm version before the repository's. */
const older = "10.9.4"

const root = mkdtempSync(join(tmpdir(), "rollcall-created-"))
const [home, shared, apart] = [join(root, "home"), join(root, "shared"), join(root, "apart")]
for (const folder of [home, shared, apart]) mkdirSync(folder)
const files = packedFiles()
const [create = "", rollcall = ""] = ["create-rollcall", "rollcall"].map((name) => files.get(name))
const [postgres, platform] = [await startServer(), await servePlatform()]

/** Creates a database owned by a new role without special rights, and returns its URL. */
const databaseFor = async (name: string): Promise<string> => {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'host'`)
  await client.query(`CREATE DATABASE "${name}" OWNER "${name}"`)
  await client.end()
  return Object.assign(new URL(postgres.url), { username: name, password: "host", pathname: `/${name}` }).href
}

const titleOf = (project: ProjectChoices): string => Object.values(project).join("-")
const flagsOf = (project: ProjectChoices): ReadonlyArray<string> =>
  Object.entries(project).flatMap(([name, value]) => [`--${name}`, value])

/** Creates a project like its reader, runs a function on it, and reports the result. */
const report = async (
  npm: Npm,
  folder: string,
  project: ProjectChoices,
  use: (npm: Npm, project: string) => Promise<void>
): Promise<void> => {
  const [begun, name] = [performance.now(), `${titleOf(project)}-${npm.command.length}`]
  const DATABASE_URL = project.store === "postgres" ? await databaseFor(name) : undefined
  const withSettings = { ...npm, env: { ...npm.env, ...platform.settings, DATABASE_URL, PORT: "0" } }
  const problem = await runNpm(
    npm,
    folder,
    "exec",
    "--yes",
    `--package=${create}`,
    "--",
    "create-rollcall",
    name,
    ...flagsOf(project)
  )
    .then(() => use(withSettings, join(folder, name)))
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof problem === "string") process.exitCode = 1
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${npm.name}, ${titleOf(project)}: ${problem ?? `passed in ${seconds} s`}`)
}

try {
  const newer: Npm = { name: "npm", command: ["npm"], env: readersEnvironment(home, npmVariables()) }
  await runNpm(newer, root, "install", "--no-audit", "--no-fund", "--prefix", join(root, "older"), `npm@${older}`)
  const npm10: Npm = {
    name: `npm ${older}`,
    command: [process.execPath, join(root, "older/node_modules/npm/bin/npm-cli.js")],
    env: newer.env
  }
  for (const npm of [newer, npm10]) {
    for (const project of installed) {
      await report(npm, apart, project, async (npm, folder) => {
        await runNpm(npm, folder, "install", rollcall)
        assert.deepEqual(foreignBelow(folder), [])
        await tryProject(npm, folder, project)
      })
    }
  }
  await install(shared, asInstalled(["rollcall", "effect", "fastify", "typescript", "@types/node"]))
  for (const project of chosen) await report(newer, shared, project, (npm, folder) => tryProject(npm, folder, project))
} finally {
  await Promise.all([postgres.stop(), platform.close()])
  rmSync(root, { recursive: true, force: true })
}
