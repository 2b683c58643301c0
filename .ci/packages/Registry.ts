import { execFile } from "node:child_process"
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { read, repository, run } from "../Repository.ts"

const Manifest = Schema.StructWithRest(Schema.Struct({ name: Schema.String, version: Schema.String }), [
  Schema.Record(Schema.String, Schema.Unknown)
])
const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Schema.Unknown) })
const decodeManifest = Schema.decodeSync(Schema.fromJsonString(Manifest))
const decodeLock = Schema.decodeSync(Schema.fromJsonString(Lock))

/** A version of a package: its package.json, and its tarball, or the folder of its other files. */
export interface Published {
  readonly manifest: typeof Manifest.Type
  readonly tarball?: string
  readonly folder: string
}

/** The package in a folder. */
export const packageIn = (folder: string, tarball?: string): Published => ({
  manifest: decodeManifest(readFileSync(join(folder, "package.json"), "utf8")),
  folder,
  ...(tarball !== undefined && { tarball })
})

/** The same package under another version. */
export const renamed = (one: Published, version: string): Published => ({
  ...one,
  manifest: { ...one.manifest, version }
})

/** What `npm ci` has installed in the repository. */
export const installedHere = (): ReadonlyArray<Published> =>
  Object.keys(decodeLock(read("package-lock.json")).packages)
    .filter((path) => path.includes("node_modules/") && !path.startsWith("node_modules/@rollcall/"))
    .map((path) => join(repository, path))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => packageIn(folder))

/** A registry on this machine, in which npm finds what is published and nothing else. */
export interface Registry {
  /** The options with which npm takes packages from it. */
  readonly options: ReadonlyArray<string>
  /** The same as variables of the environment. */
  readonly variables: Readonly<Record<string, string>>
  /** Installs the dependencies of a project: those of its package.json, or these. */
  readonly install: (host: string, dependencies?: Readonly<Record<string, string>>) => Promise<void>
  readonly close: () => void
}

/** Serves packages. Of several versions of a package the last one is the latest. */
export const serveRegistry = async (published: ReadonlyArray<Published>): Promise<Registry> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-registry-"))
  const byName = Map.groupBy(published, ({ manifest }) => manifest.name)

  const document = (name: string, versions: ReadonlyArray<Published>, url: string) => ({
    name,
    "dist-tags": { latest: versions.at(-1)?.manifest.version },
    versions: Object.fromEntries(
      versions.map((one) => [
        one.manifest.version,
        { ...one.manifest, dist: { tarball: `${url}/-/${published.indexOf(one)}.tgz` } }
      ])
    )
  })

  const server = createServer(({ headers: { host }, url = "/" }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const tarball = published[Number(/^-\/(\d+)\.tgz$/.exec(path)?.[1])]
    const versions = byName.get(path)
    if (tarball !== undefined) {
      createReadStream(tarball.tarball ?? archive(tarball, folder)).pipe(response)
    } else if (versions === undefined) {
      response.writeHead(404).end(`{"error":"${path} is not published"}`)
    } else {
      response.end(JSON.stringify(document(path, versions, `http://${host}`)))
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`

  const settings = Object.entries({ registry: url, cache: join(folder, "cache"), "ignore-scripts": "true", ...quiet })
  const options = settings.map(([name, value]) => `--${name}=${value}`)

  return {
    options,
    variables: Object.fromEntries(settings.map(([name, value]) => [`npm_config_${name.replaceAll("-", "_")}`, value])),
    install: async (host, dependencies) => {
      if (dependencies !== undefined) {
        writeFileSync(join(host, "package.json"), JSON.stringify({ type: "module", private: true, dependencies }))
      }
      await promisify(execFile)("npm", ["install", ...options], { cwd: host })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const quiet = { audit: "false", fund: "false", loglevel: "error", "update-notifier": "false" }

/** Makes a tarball of a folder, less what is installed inside. The package.json comes last, and so counts. */
const archive = ({ folder, manifest }: Published, into: string): string => {
  const changed = mkdtempSync(join(into, "manifest-"))
  writeFileSync(join(changed, "package.json"), JSON.stringify(manifest))
  run("tar", ["--exclude=node_modules", "-cf", `${changed}.tgz`, ".", "-C", changed, "./package.json"], folder)
  return `${changed}.tgz`
}
