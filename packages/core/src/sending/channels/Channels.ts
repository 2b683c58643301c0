import { Context, Effect, Layer, Option } from "effect"
import * as Arr from "effect/Array"
import type { Caller } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import { type AccountTemplate, type ListedTemplate, TemplateCatalog } from "../templates/TemplateCatalog.ts"
import { ChannelWebhook } from "./ChannelWebhook.ts"
import { MessageChannel } from "./MessageChannel.ts"

/** A channel of the host, with its templates and webhook. */
export interface RegisteredChannel {
  readonly channel: MessageChannel["Service"]
  /** The templates that can be sent through it. */
  readonly templates: TemplateCatalog["Service"]
  /** Null if its provider does not report over HTTP. */
  readonly webhook: ChannelWebhook["Service"] | null
}

/** A template that a channel has. An unsendable template is listed with the reason. */
export type OfferedTemplate = AccountTemplate & { readonly channelType: string }

/**
 * The channels of this process, each with a different `channel_type`.
 *
 * @see docs/contributing/decisions.md, B5
 */
export class Channels extends Context.Service<
  Channels,
  {
    /** In the host's order. A request that names no channel is for the first. */
    readonly all: Arr.NonEmptyReadonlyArray<RegisteredChannel>

    /** The channel that serves a `channel_type`. */
    readonly find: (channelType: string) => Option.Option<RegisteredChannel>

    /**
     * Every template that a broadcast of the workspace may name: its own, and the templates of the channel and of the
     * operator that it does not replace. Ordered by name, then by locale, then by channel. A template that several channels
     * or accounts have is returned for each. Only an approved template is sent.
     */
    readonly templates: (caller: Caller) => Effect.Effect<ReadonlyArray<OfferedTemplate>, StorageError>
  }
>()("@rollcall/core/sending/channels/Channels") {
  /**
   * The channels of `layerOf` where a host provides them; otherwise the single channel that it provides as separate
   * services. The layer is not shared: each use takes what is provided at that point.
   */
  static readonly layer: Layer.Layer<Channels, never, MessageChannel | TemplateCatalog> = Layer.effect(
    Channels,
    Effect.gen(function* () {
      const several = yield* Effect.serviceOption(Channels)
      if (Option.isSome(several)) return several.value
      return makeChannels([registeredIn(yield* Effect.context<MessageChannel | TemplateCatalog>())])
    })
  ).pipe(Layer.fresh)

  /**
   * Several channels, each a layer of its `MessageChannel`, its `TemplateCatalog` and, if it has one, its `ChannelWebhook`.
   * Replaces the layer of a single channel: the first channel is also provided as separate services. Fails without a
   * channel, or if two channels have the same `channel_type` or webhook path.
   */
  static layerOf<Each extends Layer.Layer<MessageChannel | TemplateCatalog, unknown, unknown>>(
    channels: ReadonlyArray<Each>
  ): Layer.Layer<Channels | MessageChannel | TemplateCatalog, InvalidInput | Layer.Error<Each>, Layer.Services<Each>>
  static layerOf<E, R>(channels: ReadonlyArray<Layer.Layer<MessageChannel | TemplateCatalog, E, R>>) {
    return Layer.effectContext(
      Effect.gen(function* () {
        const all = yield* Effect.forEach(channels, (layer) => Effect.map(Layer.build(layer), registeredIn))
        yield* InvalidInput.refuse([
          ...repeated(all, "channelType", ({ channel }) => channel.channelType),
          ...repeated(all, "webhook", ({ webhook }) => webhook?.path ?? null)
        ])
        if (!Arr.isReadonlyArrayNonEmpty(all)) {
          return yield* new InvalidInput({
            issues: [issue("too_short", ["channels"], "must have at least one channel")]
          })
        }
        const [{ channel, templates }] = all
        return Context.make(Channels, makeChannels(all)).pipe(
          Context.add(MessageChannel, channel),
          Context.add(TemplateCatalog, templates)
        )
      })
    )
  }
}

const registeredIn = (context: Context.Context<MessageChannel | TemplateCatalog>): RegisteredChannel => ({
  channel: Context.get(context, MessageChannel),
  templates: Context.get(context, TemplateCatalog),
  webhook: Option.getOrNull(Context.getOption(context, ChannelWebhook))
})

const makeChannels = (all: Channels["Service"]["all"]): Channels["Service"] => {
  const byType = new Map(all.map((registered) => [registered.channel.channelType, registered]))
  return {
    all,
    find: (channelType) => Option.fromUndefinedOr(byType.get(channelType)),
    templates: Effect.fn("Channels.templates")(function* ({ workspace }) {
      const offered = yield* Effect.forEach(all, ({ channel: { channelType }, templates }) =>
        Effect.map(templates.list(workspace), (listed) =>
          listed.map((template): OfferedTemplate => ({ ...template, channelType }))
        )
      )
      return offered.flat().toSorted(byName)
    })
  }
}

const byName = (a: ListedTemplate, b: ListedTemplate): number =>
  compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale)

/** Returns an issue for each channel with the same value as an earlier channel. Null is no value. */
const repeated = (
  all: ReadonlyArray<RegisteredChannel>,
  member: string,
  valueOf: (registered: RegisteredChannel) => string | null
) => {
  const values = all.map(valueOf)
  return values.flatMap((value, index) => {
    const first = values.indexOf(value)
    const message = `${JSON.stringify(value)} is already used by channels[${first}]`
    return value === null || first === index ? [] : [issue("already_exists", ["channels", index, member], message)]
  })
}
