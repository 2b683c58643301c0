import type * as Core from "@rollcall/core"
import type { CallOptions } from "../methods/Inputs.ts"
import type { HostValue } from "../options/HostValue.ts"
import type { Channels } from "@rollcall/core/channel"
import type { Effect } from "effect"

/** What every template has. */
interface AnyTemplate {
  /** The name that broadcasts ask for: 1 to 512 characters. */
  readonly name: string
  /** The language code, as the provider writes it: 1 to 35 characters. */
  readonly locale: string
  /** What the provider says of it: only an `approved` one is sent. */
  readonly status: "approved" | "pending" | "rejected" | "paused" | "disabled"
  /** What its messages are for. Without it they count as marketing. */
  readonly category?: "marketing" | "utility" | "authentication"
}

/** How many values the parts of a message or of a card take, and its wording. */
interface TemplateParts {
  /** How many values the body takes. */
  readonly body: number
  /** The names of the values of the body, if it takes them by name. */
  readonly bodyNames?: ReadonlyArray<string>
  /** The wording, if it is known: with `{{1}}`, `{{2}}` or `{{name}}` in the places of the values. */
  readonly text?: NonNullable<Core.Template["text"]>
}

/** A template of one message: header, body and buttons. */
export interface PlainTemplate extends AnyTemplate, TemplateParts {
  /** That it is a template of one message. */
  readonly kind: "plain"
  /** How many buttons take a value, as buttons with a dynamic URL do. */
  readonly buttons: number
  /** What the value of the header is; null if the template has no header that takes one. */
  readonly header: "text" | "image" | "video" | "document" | null
}

/** A template of a body above several cards. */
export interface CarouselTemplate extends AnyTemplate, TemplateParts {
  /** That it is a template of several cards. */
  readonly kind: "carousel"
  /** The cards, at least one. All have the same type of header. */
  readonly cards: ReadonlyArray<TemplateCard>
}

/** One card of a template. */
export interface TemplateCard extends TemplateParts {
  /** What the value of the header of the card is. */
  readonly header: "image" | "video"
  /** How many buttons of the card take a value. */
  readonly buttons: number
}

/** A message template, as the provider has approved it: the parts of a message, and the values that a broadcast fills in. */
export type Template = PlainTemplate | CarouselTemplate

/** A template that a broadcast can name, with its channel and what is in the way of sending it. */
export type OfferedTemplate = HostValue<Effect.Success<ReturnType<Channels["Service"]["templates"]>>[number]>

/** Which templates are wanted. */
export interface TemplateFilter {
  /** Whether those that broadcasts can name are wanted, also those of channels. Default: false, those that the workspace keeps. */
  readonly sendable?: boolean | undefined
}

/** Lists templates: with `sendable`, each with its channel. */
interface ListTemplates {
  (filter: { readonly sendable: true }, options?: CallOptions): Promise<ReadonlyArray<OfferedTemplate>>
  (filter?: TemplateFilter, options?: CallOptions): Promise<ReadonlyArray<Template>>
}

/** The templates of a workspace: those that it keeps itself, and those that its channels offer. */
export interface TemplateMethods {
  /**
   * Stores templates that the workspace keeps itself. Each replaces the one with its name and locale; all or none.
   *
   * @param templates The templates. A name has at most 512 characters, a locale at most 35 characters.
   * @returns Nothing.
   * @throws {invalid_input} when a template breaks a rule. Paths of issues have its place in the list.
   * @example
   * await clinic.templates.replace([
   *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
   * ])
   */
  readonly replace: (templates: ReadonlyArray<Template>, options?: CallOptions) => Promise<void>

  /**
   * Returns templates of the workspace by name, then by locale: those that it keeps itself, or with `sendable` every
   * template that a broadcast can name, also those of its channels.
   *
   * @param filter `sendable`: whether those that broadcasts can name are wanted. Default: false.
   * @returns The templates. With `sendable` each has its `channelType`, and only approved ones can be sent.
   * @throws {invalid_input} when the filter has another member.
   * @example
   * const sendable = await clinic.templates.list({ sendable: true })
   * console.log(sendable.filter(({ status }) => status === "approved").length)
   */
  readonly list: ListTemplates

  /**
   * Deletes a template that the workspace keeps itself. Broadcasts that were accepted with it continue.
   *
   * @param name The name of the template.
   * @param locale Its language code, such as `en`.
   * @returns Nothing.
   * @throws {not_found} when the workspace keeps no such template.
   * @throws {invalid_input} when one of both is not a text.
   * @example
   * await clinic.templates.replace([
   *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
   * ])
   * await clinic.templates.delete("welcome", "en")
   */
  readonly delete: (name: string, locale: string, options?: CallOptions) => Promise<void>
}
