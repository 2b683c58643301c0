import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { repository } from "../../../tools/Repository.ts"

// `npm run check:clients` starts a server, checks its document, generates clients of it, compiles them, and takes the
// walk of the README with each. Its tools are installed in a folder that is removed again: they weigh 138 MB, which
// nothing else needs.
const folder = mkdtempSync(join(tmpdir(), "rollcall-clients-"))
const generated = join(folder, "generated")
const token = "a-token-for-the-walks-of-generated-clients"

const run = (tool: string, options: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}): void => {
  console.log(`--- ${tool} ${options.join(" ")}`)
  const PATH = `${join(folder, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`
  execFileSync(tool, options, { cwd: folder, stdio: "inherit", env: { ...process.env, PATH, ...env } })
}

/** Starts a server with its data in memory, and returns its address when it listens. */
const start = async (): Promise<{ readonly process: ChildProcess; readonly url: string }> => {
  const options = ["--conditions=rollcall-source", join(repository, "packages/cli/src/main.js"), "serve"]
  const env = {
    PATH: process.env["PATH"],
    ROLLCALL_DATABASE_URL: "memory:",
    ROLLCALL_PORT: "0",
    ROLLCALL_BOOTSTRAP_TOKEN: token,
    CI_RUN_MARK: process.env["CI_RUN_MARK"]
  }
  const server = spawn(process.execPath, options, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] })
  const lines: Array<string> = []
  for await (const line of createInterface(server.stderr)) {
    lines.push(line)
    const url = /listening on (http:\/\/[\w.:]+)/.exec(line)?.[1]
    if (url !== undefined) return { process: server, url }
  }
  throw new Error(`The server did not start:\n${lines.join("\n")}`)
}

const server = await start()
try {
  cpSync(join(repository, "packages/api/e2e"), folder, { recursive: true })
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
  mkdirSync(generated)
  const document = await fetch(`${server.url}/openapi.json`)
  writeFileSync(join(generated, "openapi.json"), await document.text())

  run("redocly", ["lint", "generated/openapi.json", "--max-problems=1000"], { REDOCLY_TELEMETRY: "off" })
  run("spectral", ["lint", "generated/openapi.json", "--fail-severity=hint", "--quiet"])
  // A member with a default may be left out of a request: the client must not ask for it.
  run("openapi-typescript", [
    "generated/openapi.json",
    "--output=generated/OpenApiTypescript.ts",
    "--default-non-nullable=false"
  ])
  run("openapi-ts", [
    "-i",
    "./generated/openapi.json",
    "-o",
    "./generated/hey-api",
    "-c",
    "@hey-api/client-fetch",
    "-s"
  ])
  run("tsc", ["-p", "tsconfig.json"])
  for (const walk of ["OpenApiFetch", "HeyApi"]) {
    const bundle = `generated/${walk}.mjs`
    run("rolldown", [`walks/${walk}.ts`, "--file", bundle, "--platform", "node"])
    run("node", [bundle], { ROLLCALL_URL: server.url, ROLLCALL_TOKEN: token })
  }
  console.log("The document is in order, and both clients walk.")
} finally {
  server.process.kill("SIGTERM")
  await new Promise((resolve) => server.process.once("exit", resolve))
  rmSync(folder, { recursive: true })
}
