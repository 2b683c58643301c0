import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ProjectChoices } from "../../../../packages/create-rollcall/src/index.ts"
import { type Npm, runNpm, whileServing } from "./Npm.ts"

const appointments = [{ name: "Zoë", phoneNumber: "+49 30 901820", time: "9:30" }]

const statusOf = async (url: string, token?: string, body?: unknown): Promise<number> =>
  (await answerOf(url, token, body)).status

const answerOf = (url: string, token?: string, body?: unknown): Promise<Response> =>
  fetch(url, {
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
  })

/** Sends a reminder through a server, and finds the contact in Rollcall's API. */
const tryServer = async (url: string, token: string): Promise<void> => {
  assert.equal(await statusOf(url), 200)
  assert.equal(await statusOf(`${url}/rollcall/docs`), 200)
  assert.equal(await statusOf(`${url}/nothing`), 404)
  assert.equal(await statusOf(`${url}/reminders`, undefined, appointments), 401)
  assert.equal(await statusOf(`${url}/reminders`, `${token}0`, appointments), 401)
  assert.equal(await statusOf(`${url}/rollcall/v1/contacts`), 401)
  const wrong = await statusOf(`${url}/reminders`, token, [{ name: "Zoë" }])
  assert.ok(wrong === 422 || wrong === 400, `${wrong} for a reminder without a number`)
  assert.equal(await statusOf(`${url}/reminders`, token, appointments), 202)
  assert.match(await (await answerOf(`${url}/rollcall/v1/contacts`, token)).text(), /Zoë/)
}

const reminded = ["Zoë", "+49 30 901820", "9:30"]

/** Runs a project's program without a server. */
const tryProgram = async (npm: Npm, folder: string, { channel }: ProjectChoices): Promise<void> => {
  const printed = await runNpm(npm, folder, "start")
  if (channel === "simulator") {
    assert.match(printed, /'4930901820' +│ 'read'/)
    assert.match(printed, /'4533120003' +│ 'delivered'/)
    assert.match(printed, /'4930900001' +│ 'undeliverable'/)
  } else {
    assert.match(printed, /'appointment_reminder' +│ 'en' +│ 'approved'/)
    assert.match(await runNpm(npm, folder, "start", "--", ...reminded), /'4930901820' +│ 'sent'/)
  }
}

/** Tests and starts a project with installed dependencies. Fails if a check fails. */
export const tryProject = async (npm: Npm, folder: string, chosen: ProjectChoices): Promise<void> => {
  assert.match(await runNpm(npm, folder, "test"), /\bpass 1\b/)
  if (chosen.language === "ts") await runNpm(npm, folder, "run", "check")
  if (chosen.host === "none") return await tryProgram(npm, folder, chosen)
  const token = /^API_TOKEN=(.+)$/m.exec(readFileSync(join(folder, ".env"), "utf8"))?.[1] ?? ""
  await whileServing(npm, folder, (url) => tryServer(url, token))
}
