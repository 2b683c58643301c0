import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSample } from "../src/Sample.ts"

const digits = (text: string | undefined) => (text ?? "").replace(/\D/g, "")

it.effect("the sample is as large and as varied as real contacts", () =>
  Effect.gen(function* () {
    const rows = yield* readSample
    assert.isAtLeast(rows.length, 1_000)
    const some = (test: (fields: Readonly<Record<string, string | undefined>>) => boolean, atLeast: number) =>
      assert.isAtLeast(rows.filter(({ fields }) => test(fields)).length, atLeast, test.toString())

    some(({ first_name = "", last_name = "" }) => /[À-ž]/.test(first_name + last_name), 100)
    some(({ first_name = "" }) => /\p{RGI_Emoji}/v.test(first_name), 10)
    some(({ last_name = "" }) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(last_name), 50)
    some(({ last_name = "" }) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(last_name), 20)
    some(({ phone_number = "" }) => /^\+\d+$/.test(phone_number), 25)
    some(({ phone_number = "" }) => /^\+\d.* \d/.test(phone_number), 200)
    some(({ phone_number = "" }) => /^[1-9]\d+$/.test(phone_number), 50)
    some(({ email, external_contact_id, phone_number }) => !(email ?? external_contact_id ?? phone_number), 3)
    some(({ email = "", last_name = "" }) => email.length > 1_000 || last_name.length > 1_000, 2)

    const numbers = rows.map(({ fields }) => digits(fields["phone_number"])).filter((number) => number !== "")
    assert.isAtLeast(numbers.length - new Set(numbers).size, 20, "numbers that come again, in whatever writing")
  }).pipe(Effect.provide(NodeServices.layer))
)
