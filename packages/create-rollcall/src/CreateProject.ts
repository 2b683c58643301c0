import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { ProjectChoices } from "./Choices.ts"
import { withoutTypes } from "./JavaScript.ts"
import { joinManifests, type Manifest, packageName, parseManifest } from "./Manifest.ts"
import { version } from "./Version.ts"

/** The folder is not empty. A new project could overwrite its files. */
export class FolderNotEmpty extends Error {
  constructor(folder: string) {
    super(`${folder} is not empty: name a folder that is not there yet, or one that is empty`)
  }
}

/** The folder of a new project, or a parent of it, is a file. */
export class NotAFolder extends Error {
  constructor(file: string) {
    super(`${file} is a file: name a folder that is not there yet, or one that is empty`)
  }
}

const templates = fileURLToPath(new URL("../templates", import.meta.url))

/** Returns the template folders of a project. For files with the same name, the last folder wins. */
const layersOf = ({ channel, host, language, store }: ProjectChoices): ReadonlyArray<string> =>
  [
    "project",
    `store/${store}`,
    `channel/${channel}`,
    ...(host === "none" ? [] : ["served", `host/${host}`]),
    ...(language === "ts" ? ["language/ts"] : [])
  ].map((layer) => join(templates, layer))

/** Returns the contents of a file in each folder that has it, in folder order. */
const inLayers = (layers: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
  layers
    .map((layer) => join(layer, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))

/** The files merged from all layers, and the files copied under another name. */
const joined = ["README.md", "env", "package.json"]
const renamed: Readonly<Record<string, string>> = { gitignore: ".gitignore" }

const manifestOf = (layers: ReadonlyArray<string>, name: string): Manifest => {
  const manifest = joinManifests(inLayers(layers, "package.json").map(parseManifest))
  return { ...manifest, name, dependencies: { ...manifest.dependencies, rollcall: `^${version}` } }
}

/** Returns the files of a project by path. */
const filesOf = (name: string, chosen: ProjectChoices): ReadonlyMap<string, string> => {
  const layers = layersOf(chosen)
  const files = new Map<string, string>()
  for (const layer of layers) {
    for (const entry of readdirSync(layer, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      const path = file.slice(layer.length + 1)
      if (!entry.isFile() || joined.includes(path)) continue
      const text = readFileSync(file, "utf8")
      if (chosen.language === "js" && path.endsWith(".ts")) files.set(path.replace(/ts$/, "js"), withoutTypes(text))
      else files.set(renamed[path] ?? path, text)
    }
  }
  files.set("package.json", `${JSON.stringify(manifestOf(layers, name), undefined, 2)}\n`)
  files.set("README.md", inLayers(layers, "README.md").join("\n").replace("rollcall-project", name))
  const settings = inLayers(layers, "env").join("")
  if (settings !== "") {
    files.set(".env.example", settings.replaceAll("<random>", ""))
    files.set(".env", settings.replaceAll("<random>", randomBytes(24).toString("hex")))
  }
  if (chosen.language === "js") {
    for (const file of ["package.json", "README.md"]) files.set(file, files.get(file)?.replaceAll(".ts", ".js") ?? "")
  }
  return files
}

/** Fails unless a folder is empty or missing: with {@link FolderNotEmpty} or {@link NotAFolder}. */
export const requireEmpty = (folder: string): void => {
  let known = folder
  while (!existsSync(known)) known = dirname(known)
  if (!statSync(known).isDirectory()) throw new NotAFolder(known)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new FolderNotEmpty(folder)
}

/**
 * Writes the files of a project into a folder, and returns their paths. Creates the folder if it is missing. Fails with
 * {@link FolderNotEmpty} if the folder is not empty, and with {@link NotAFolder} if it is a file or in a file.
 */
export const createProject = (folder: string, chosen: ProjectChoices): ReadonlyArray<string> => {
  requireEmpty(folder)
  const files = filesOf(packageName(basename(resolve(folder))), chosen)
  for (const [path, text] of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    // Only the owner may read it, because it contains a token.
    writeFileSync(file, text, { mode: path === ".env" ? 0o600 : 0o644 })
  }
  return Array.from(files.keys()).sort()
}
