import type * as Core from "@rollcall/core"
import type { Channels } from "@rollcall/core/channel"
import type { Effect } from "effect"
import type { HostValue } from "../options/HostValue.ts"

/** The members of every template. */
interface AnyTemplate {
  /** The name that broadcasts use: 1 to 512 characters. */
  readonly name: string
  /** The language code, as the provider writes it: 1 to 35 characters. */
  readonly locale: string
  /** The status at the provider. Only an `approved` template is sent. */
  readonly status: "approved" | "pending" | "rejected" | "paused" | "disabled"
  /** The purpose of its messages. Default: treated as marketing. */
  readonly category?: "marketing" | "utility" | "authentication"
}

/** The number of values that a message or card takes, and its wording. */
interface TemplateParts {
  /** The number of body values. */
  readonly body: number
  /** The names of the body values, if they have names. */
  readonly bodyNames?: ReadonlyArray<string>
  /** The wording, if known, with `{{1}}`, `{{2}}` or `{{name}}` for the values. */
  readonly text?: NonNullable<Core.Template["text"]>
}

/** A template of one message: header, body and buttons. */
export interface PlainTemplate extends AnyTemplate, TemplateParts {
  /** Marks a template of a single message. */
  readonly kind: "plain"
  /** The number of buttons that take a value, such as buttons with a dynamic URL. */
  readonly buttons: number
  /** The type of the header's value; null if the template has no header with a value. */
  readonly header: "text" | "image" | "video" | "document" | null
}

/** A template with a body and several cards. */
export interface CarouselTemplate extends AnyTemplate, TemplateParts {
  /** Marks a template of several cards. */
  readonly kind: "carousel"
  /** The cards, at least one. All have the same type of header. */
  readonly cards: ReadonlyArray<TemplateCard>
}

/** A card of a carousel template. */
export interface TemplateCard extends TemplateParts {
  /** The type of the header's value. */
  readonly header: "image" | "video"
  /** The number of buttons that take a value. */
  readonly buttons: number
}

/** A message template, as the provider approved it. */
export type Template = PlainTemplate | CarouselTemplate

/** A template available to broadcasts, with its channel and what prevents sending it. */
export type OfferedTemplate = HostValue<Effect.Success<ReturnType<Channels["Service"]["templates"]>>[number]>

/** A filter for templates. */
export interface TemplateFilter {
  /**
   * Whether to return every template available to broadcasts, including those of channels. Default: false, only the
   * workspace's own.
   */
  readonly sendable?: boolean | undefined
}
