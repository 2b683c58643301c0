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
  readonly templates: TemplateCatalog["Service"]
  /** Null if the channel's provider does not report over HTTP. */
  readonly webhook: ChannelWebhook["Service"] | null
}

/** A template that a channel offers. A template that can't be sent is listed with the reason. */
export type OfferedTemplate = AccountTemplate & { readonly channelType: string }

/**
 * The channels of this process, each with a different `channel_type`.
 *
 * @see docs/contributing/decisions.md, B5
 */
export class Channels extends Context.Service<
  Channels,
  {
    /** The channels in the host's order. The first channel is the default for requests that name no channel. */
    readonly all: Arr.NonEmptyReadonlyArray<RegisteredChannel>

    /** Returns the channel with a `channel_type`. */
    readonly find: (channelType: string) => Option.Option<RegisteredChannel>

    /**
     * Returns every template that a broadcast of the workspace may use: its own templates, and the templates of the channel
     * and the operator that the workspace does not replace. Ordered by name, locale, then channel. A template of several
     * channels or accounts is returned for each. Only approved templates can be sent.
     */
    readonly templates: (caller: Caller) => Effect.Effect<ReadonlyArray<OfferedTemplate>, StorageError>
  }
>()("@rollcall/core/sending/channels/Channels") {
  /**
   * The channels of `layerOf` if the host provides them; otherwise the single channel provided as separate services. The
   * layer is not shared: each use takes the services provided at that point.
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
   * Provides several channels, each as a layer of its `MessageChannel`, its `TemplateCatalog` and optionally its
   * `ChannelWebhook`. The first channel is also provided as separate services. Fails without a channel, or if two channels
   * have the same `channel_type` or webhook path.
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

/** Returns an issue for each channel that repeats an earlier channel's value. Ignores null. */
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
