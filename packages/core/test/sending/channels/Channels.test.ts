import { assert, describe } from "@effect/vitest"
import { Channels, ChannelWebhook, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { Context, Effect, Layer, Option, Result } from "effect"
import { test } from "../../Suite.ts"

const channel = (channelType: string) =>
  Layer.merge(Layer.mock(MessageChannel, { channelType }), TemplateCatalog.layerOf([]))

const webhook = (path: string) => Layer.mock(ChannelWebhook, { path })

/** The channels of a host: the type of each, and the path of its webhook. */
const channelsIn = <E>(host: Layer.Layer<MessageChannel | TemplateCatalog, E>) =>
  Effect.map(Channels, ({ all }) =>
    all.map(({ channel, webhook }) => [channel.channelType, webhook?.path ?? null])
  ).pipe(Effect.provide(Layer.provide(Channels.layer, host)))

/** What is wrong with channels that are refused. */
const refusalOf = (channels: ReadonlyArray<Layer.Layer<MessageChannel | TemplateCatalog>>) =>
  Effect.map(Effect.result(channelsIn(Channels.layerOf(channels))), (result) =>
    Result.isFailure(result) ? result.failure.message : "none"
  )

describe("a host's channels", () => {
  test("B5: are one channel that the host provides as services, with its webhook if there is one", function* () {
    assert.deepStrictEqual(yield* channelsIn(channel("chatapp")), [["chatapp", null]])
    const reporting = Layer.merge(channel("chatapp"), webhook("postcards"))
    assert.deepStrictEqual(yield* channelsIn(reporting), [["chatapp", "postcards"]])
  })

  test("B5, B22: are several channels, each with its own services, found by `channel_type`", function* () {
    const sms = channel("sms")
    const chatapp = Layer.merge(channel("chatapp"), webhook("postcards"))
    // A webhook that is provided to all of them is that of none.
    const host = Layer.provide(Channels.layerOf([sms, chatapp]), webhook("others"))
    assert.deepStrictEqual(yield* channelsIn(host), [
      ["sms", null],
      ["chatapp", "postcards"]
    ])
    const context = yield* Layer.build(host)
    const found = Option.map(Context.get(context, Channels).find("chatapp"), ({ channel }) => channel.channelType)
    assert.deepStrictEqual(found, Option.some("chatapp"))
    assert.isTrue(Option.isNone(Context.get(context, Channels).find("email")))
    assert.strictEqual(Context.get(context, MessageChannel).channelType, "sms")
  })

  test("are built again when another channel is provided", function* () {
    const both = Layer.merge(
      Layer.effect(
        One,
        Effect.map(Channels, ({ all }) => all[0].channel.channelType)
      ).pipe(Layer.provide(Channels.layer), Layer.provide(channel("sms"))),
      Layer.provide(Channels.layer, channel("chatapp"))
    )
    const context = yield* Layer.build(both)
    assert.strictEqual(Context.get(context, One), "sms")
    assert.strictEqual(Context.get(context, Channels).all[0].channel.channelType, "chatapp")
  })

  test("B5, B22: are rejected if there is none, or if two have the same type or path, which is reported for each", function* () {
    assert.strictEqual(yield* refusalOf([]), "channels: must have at least one channel")
    const [chatapp, sms] = [channel("chatapp"), channel("sms")]
    assert.strictEqual(
      yield* refusalOf([chatapp, sms, channel("chatapp")]),
      'channels[2].channelType: "chatapp" is already used by channels[0]'
    )
    const reporting = (channelType: string) => Layer.merge(channel(channelType), webhook("postcards"))
    assert.strictEqual(
      yield* refusalOf([chatapp, reporting("sms"), reporting("email")]),
      'channels[2].webhook: "postcards" is already used by channels[1]'
    )
    assert.strictEqual(
      yield* refusalOf([reporting("sms"), reporting("sms")]),
      'channels[1].channelType: "sms" is already used by channels[0]; channels[1].webhook: "postcards" is already used by channels[0]'
    )
  })
})

class One extends Context.Service<One, string>()("test/One") {}
