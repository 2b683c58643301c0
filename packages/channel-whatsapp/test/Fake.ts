import { MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { Effect, Layer, Redacted } from "effect"
import { layer, type WhatsAppAccount, WhatsAppAccounts, type WhatsAppOptions } from "../src/index.ts"
import { layerConnections } from "../src/node.ts"
import { type FakeOptions, startFake } from "../src/testing.ts"
import { accountOf, golden, goldens } from "./Fixture.ts"

/** The number of an account in the fake, as the platform writes it, and as broadcasts name it. */
const displayOf = (number: number) => `+49 30 9018${number - 1}`
export const senderOf = (number: number) => `49309018${number - 1}`

/** The accounts of the fake, with the templates of all goldens. */
export const fakeOptions = {
  accounts: [1, 2].map((number) => {
    const { appSecret, businessAccountId, phoneNumberId, token } = accountOf(number)
    return {
      phoneNumberId,
      businessAccountId,
      displayPhoneNumber: displayOf(number),
      token: Redacted.value(token),
      appSecret: Redacted.value(appSecret)
    }
  }),
  templates: goldens.map((name) => golden(name).template)
} satisfies typeof FakeOptions.Encoded

/** A fake of the Cloud API, and the channel on it. */
export const fakeWithChannel = Effect.fnUntraced(function* (
  options: Partial<typeof FakeOptions.Encoded> = {},
  channelOptions: WhatsAppOptions = {},
  accounts: ReadonlyArray<WhatsAppAccount> = [accountOf(1)]
) {
  const fake = yield* startFake({ ...fakeOptions, ...options })
  const context = yield* Layer.build(channelAt(fake.url, channelOptions, accounts))
  const [channel, templates] = yield* Effect.provideContext(Effect.all([MessageChannel, TemplateCatalog]), context)
  return { fake, channel, templates, context }
})

const channelAt = (graphUrl: string, options: WhatsAppOptions, accounts: ReadonlyArray<WhatsAppAccount>) =>
  layer({ graphUrl, ...options }).pipe(
    Layer.provide(WhatsAppAccounts.layerOf(accounts)),
    Layer.provide(layerConnections)
  )
