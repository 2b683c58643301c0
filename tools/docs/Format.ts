import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { repository } from "../Repository.ts"

const settings = ".oxfmtrc.json"

/** Formats files with the repository's formatter, all in one run because its start is slow. */
export const formatted = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-format-"))
  try {
    cpSync(join(repository, settings), join(folder, settings))
    for (const [file, text] of texts) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const options = { cwd: folder, encoding: "utf8" } as const
    const done = spawnSync(join(repository, "node_modules/.bin/oxfmt"), ["--write", ...texts.keys()], options)
    if (done.status !== 0) throw new Error(`oxfmt: ${done.stderr}`)
    return new Map(Array.from(texts.keys(), (file) => [file, readFileSync(join(folder, file), "utf8")]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
