import { ConfigProvider, Effect, Struct } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { choices, createProject, defaults, FolderNotEmpty, NotAFolder, type ProjectChoices } from "../src/index.ts"
import { requireFlags } from "../src/Command.ts"
import { joinManifests, packageName, parseManifest } from "../src/Manifest.ts"

const root = mkdtempSync(join(tmpdir(), "create-rollcall-"))
afterAll(() => rmSync(root, { recursive: true }))

const every: ReadonlyArray<ProjectChoices> = Struct.keys(choices.store).flatMap((store) =>
  Struct.keys(choices.host).flatMap((host) =>
    Struct.keys(choices.channel).flatMap((channel) =>
      Struct.keys(choices.language).map((language) => ({ store, host, channel, language }))
    )
  )
)

const titleOf = (chosen: ProjectChoices): string => Object.values(chosen).join("-")

/** The package.json of a package, or of the repository. */
const manifestIn = (folder: string) =>
  parseManifest(readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8"))

describe.each(every.map((chosen) => ({ chosen, title: titleOf(chosen) })))(
  "a project of $title",
  ({ chosen, title }) => {
    const folder = join(root, title)
    const files = createProject(folder, chosen)
    const read = (file: string) => readFileSync(join(folder, file), "utf8")
    const { language } = chosen

    it("has a program, a test, and every module that these import", () => {
      expect(files).toEqual(expect.arrayContaining([`src/main.${language}`, `test/reminders.test.${language}`]))
      const modules = files.filter((file) => /\.[jt]s$/.test(file))
      expect(modules.filter((file) => !file.endsWith(`.${language}`))).toEqual([])
      const imports = modules.flatMap((file) =>
        Array.from(read(file).matchAll(/ from "(\.[^"]+)"/g), ([, path = ""]) => join(dirname(file), path))
      )
      expect(imports.filter((file) => !files.includes(file))).toEqual([])
      expect(imports.length).toBeGreaterThan(3)
    })

    it("has no types in JavaScript, and no gaps in their places", () => {
      for (const file of files.filter((file) => file.endsWith(".js"))) {
        const text = read(file)
        expect({ file, text: stripTypeScriptTypes(text) }).toEqual({ file, text })
        expect(text).not.toMatch(/\S {2,}|\)=>|[ \t]$|\n{3}/m)
      }
    })

    it("consists of modules, names its scripts and depends on the rollcall released with it", () => {
      const manifest = parseManifest(read("package.json"))
      expect(manifest).toMatchObject({ name: title, private: true, type: "module", engines: { node: ">=22.19" } })
      expect(manifest.scripts?.["start"]).toContain(`src/main.${language}`)
      expect(manifest.scripts?.["test"]).toContain(`*.test.${language}`)
      expect(manifest.dependencies?.["rollcall"]).toBe(`^${manifestIn("../../rollcall").version}`)
      expect(manifest.dependencies?.["fastify"] === undefined).toBe(chosen.host !== "fastify")
      expect(manifest.devDependencies === undefined).toBe(language === "js")
    })

    it("keeps its settings out of git, and from other users", () => {
      expect(read(".gitignore")).toMatch(/^\.env$/m)
      const hasSettings = chosen.host !== "none" || chosen.channel === "whatsapp" || chosen.store === "postgres"
      const settings = files.filter((file) => file.startsWith(".env"))
      expect(settings).toEqual(hasSettings ? [".env", ".env.example"] : [])
      const start = parseManifest(read("package.json")).scripts?.["start"]
      expect(start?.includes("--env-file-if-exists=.env ")).toBe(hasSettings)
      const tokens = settings.map((file) => /^API_TOKEN=.*$/m.exec(read(file))?.[0].length)
      expect(tokens.filter((length) => length !== undefined)).toEqual(chosen.host === "none" ? [] : [58, 10])
      expect(settings.map((file) => statSync(join(folder, file)).mode & 0o077)).toEqual(hasSettings ? [0, 0o044] : [])
    })

    it("describes each of its files", () => {
      const readme = read("README.md")
      expect(readme).toContain(`# ${title}\n`)
      expect(readme).not.toMatch(/[^\n]\n#+ /)
      const named = Array.from(readme.matchAll(/`((?:src|test)\/[\w./]+)`/g), ([, file]) => file)
      expect(named.filter((file) => !files.includes(file ?? ""))).toEqual([])
      expect(named.length).toBeGreaterThan(5)
    })
  }
)

describe("a folder", () => {
  it("that is not empty is rejected by its name, and nothing is written", () => {
    const full = mkdtempSync(join(root, "full-"))
    writeFileSync(join(full, "letter.txt"), "Dear")
    expect(() => createProject(full, defaults)).toThrow(FolderNotEmpty)
    expect(() => createProject(full, defaults)).toThrow(`${full} is not empty`)
    expect(existsSync(join(full, "package.json"))).toBe(false)
  })

  it("that is a file, or inside one, is rejected by the file's name", () => {
    const file = join(mkdtempSync(join(root, "file-")), "clinic")
    writeFileSync(file, "")
    for (const folder of [file, join(file, "a", "b")]) {
      expect(() => createProject(folder, defaults)).toThrow(NotAFolder)
      expect(() => createProject(folder, defaults)).toThrow(`${file} is a file`)
    }
  })

  it("that exists and is empty is accepted", () => {
    expect(createProject(mkdtempSync(join(root, "empty-")), defaults)).toContain("package.json")
  })

  it("gives the package a valid npm name", () => {
    expect(["My Clinic", "café", "_x", "..", "a.b"].map(packageName)).toEqual([
      "my-clinic",
      "cafe",
      "x",
      "rollcall-project",
      "a-b"
    ])
  })
})

describe("flags without a preceding --", () => {
  const within = (env: Readonly<Record<string, string>>) =>
    Effect.provideService(requireFlags, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

  it("are rejected by their names if npm consumed them", async () => {
    const kept = { npm_config_store: "true", npm_config_language: "js", npm_config_yes: "true" }
    await expect(Effect.runPromise(within(kept))).rejects.toThrow("npm kept --store, --language for itself")
    await Effect.runPromise(within({ npm_config_yes: "true" }))
  })
})

describe("a project's versions", () => {
  const templates = ["project", "host/fastify", "language/ts"].map((part) => manifestIn(`../templates/${part}`))
  const { dependencies, devDependencies } = joinManifests(templates)
  const { devDependencies: here } = manifestIn("../../..")

  it("are those Rollcall is tested with, or newer compatible ones", () => {
    const { rollcall, ...others } = { ...dependencies, ...devDependencies }
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, `^${here?.[name]}`])))
    expect(rollcall).toBe(`^${manifestIn("../../rollcall").version}`)
  })
})
