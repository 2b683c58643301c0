import { type FakeProcess, startFake } from "@rollcall/channel-whatsapp/testing"
import { Effect } from "effect"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { whatsapp, type WhatsAppAccount } from "rollcall/whatsapp"
import { describe, expect, it } from "vitest"
import { reminders } from "./Reminders.ts"

const account: WhatsAppAccount = {
  workspace: "clinic",
  phoneNumberId: "111",
  businessAccountId: "222",
  token: "access-token",
  appSecret: "app-secret",
  verifyToken: "verify-token"
}

const template = {
  id: "1",
  name: "appointment_reminder",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  components: [{ type: "BODY", text: "Dear {{1}}, we expect you at {{2}}." }]
}

/** Runs a test beside a fake of the Cloud API. */
const withFake = (test: (fake: FakeProcess) => Promise<void>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { appSecret, businessAccountId, phoneNumberId, token } = account
        const known = { appSecret, businessAccountId, phoneNumberId, token, displayPhoneNumber: "+49 30 90180" }
        const fake = yield* startFake({ accounts: [known], templates: [template] })
        yield* Effect.promise(() => test(fake))
      })
    )
  )

describe("whatsapp", () => {
  it.each([
    ["a table", [account]],
    ["a function", () => Promise.resolve([account])]
  ] as const)("sends the accounts' approved templates from %s", (_, accounts) =>
    withFake(async (fake) => {
      const channel = whatsapp(accounts, { graphUrl: fake.url })
      const rollcall = await createRollcall({ storage: memory(), channel })
      try {
        const clinic = await rollcall.workspace("clinic")
        const practice = await rollcall.workspace("practice")
        await expect(practice.broadcasts.create(reminders(1))).rejects.toMatchObject({ code: "not_found" })

        const { uuid } = await clinic.broadcasts.create(reminders(3))
        await expect
          .poll(async () => (await clinic.broadcasts.get(uuid)).counters, { timeout: 10_000 })
          .toMatchObject({ recipients: 3, sent: 3 })
        const { accepted } = await Effect.runPromise(fake.log)
        expect(accepted.map(({ to }) => to).sort()).toEqual(["4930100000", "4930100001", "4930100002"])
      } finally {
        await rollcall.close()
      }
    })
  )

  it("rejects the host's templates, because the provider has all templates", async () => {
    const templates = [
      { kind: "plain", name: "a", locale: "en", status: "approved", header: null, body: 1, buttons: 0 } as const
    ]
    const opening = createRollcall({ storage: memory(), channel: whatsapp([account]), templates })
    await expect(opening).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["templates"] }] })
  })
})
