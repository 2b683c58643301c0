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
  /** What its messages are for. Default: they count as marketing. */
  readonly category?: "marketing" | "utility" | "authentication"
}

/** How many values the parts of a message or of a card take, and its wording. */
interface TemplateParts {
  /** How many values the body takes. */
  readonly body: number
  /** The names of the values of the body, if they are named. */
  readonly bodyNames?: ReadonlyArray<string>
  /** The wording, if it is known: with `{{1}}`, `{{2}}` or `{{name}}` for the values. */
  readonly text?: NonNullable<Core.Template["text"]>
}

/** A template of one message: header, body and buttons. */
export interface PlainTemplate extends AnyTemplate, TemplateParts {
  /** Marks a template of a single message. */
  readonly kind: "plain"
  /** How many buttons take a value, as buttons with a dynamic URL do. */
  readonly buttons: number
  /** The type of the header's value; null if the template has no header with a value. */
  readonly header: "text" | "image" | "video" | "document" | null
}

/** A template of a body above several cards. */
export interface CarouselTemplate extends AnyTemplate, TemplateParts {
  /** Marks a template of several cards. */
  readonly kind: "carousel"
  /** The cards, at least one. All have the same type of header. */
  readonly cards: ReadonlyArray<TemplateCard>
}

/** One card of a template. */
export interface TemplateCard extends TemplateParts {
  /** The type of the header's value. */
  readonly header: "image" | "video"
  /** How many buttons of the card take a value. */
  readonly buttons: number
}

/** A message template, as the provider has approved it: the parts of a message, and the values that a broadcast fills in. */
export type Template = PlainTemplate | CarouselTemplate

/** A template that a broadcast can name, with its channel and what prevents sending it. */
export type OfferedTemplate = HostValue<Effect.Success<ReturnType<Channels["Service"]["templates"]>>[number]>

/** Which templates to list. */
export interface TemplateFilter {
  /**
   * Whether to return every template that broadcasts can name, also of channels. Default: false, only the workspace's
   * own.
   */
  readonly sendable?: boolean | undefined
}
