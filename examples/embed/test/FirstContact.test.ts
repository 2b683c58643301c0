import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "rollcall-first-contact-"))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it("the program in core's README keeps a contact in clinic.db and finds it by a part of its name", () => {
  const program = fileURLToPath(import.meta.resolve("../src/FirstContact.ts"))
  const ran = spawnSync(process.execPath, ["--conditions=rollcall-source", program], { cwd: folder, encoding: "utf8" })
  expect(ran.stderr).toBe("")
  expect(ran.stdout).toMatch(/lastName: 'Müller'/)
  expect(ran.stdout).toMatch(/total: 1,/)
})
