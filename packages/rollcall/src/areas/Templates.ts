import type * as Core from "@rollcall/core"
import type { CallOptions, Given } from "../methods/Inputs.ts"
import type { HostValue } from "../options/HostValue.ts"
import type { Channels } from "@rollcall/core/channel"
import type { Effect } from "effect"

/** A message template: the parts of a message, and the values that a broadcast fills in. */
export type Template = HostValue<Core.Template>

/** A template to keep, as the provider has approved it. */
export type TemplateInput = Given<typeof Core.Template>

/** A template that a broadcast can name, with its channel and what is in the way of sending it. */
export type OfferedTemplate = HostValue<Effect.Success<ReturnType<Channels["Service"]["templates"]>>[number]>

/** The templates of a workspace: those that it keeps itself, and those that its channels offer. */
export interface TemplateMethods {
  /**
   * Stores templates that the workspace keeps itself. Each replaces the one with its name and locale; all or none.
   *
   * @param templates The templates. A name has at most 512 characters, a locale at most 35 characters.
   * @returns Nothing.
   * @throws {invalid_input} when a template breaks a rule. Paths of issues have its place in the list.
   * @example
   * await clinic.templates.put([
   *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
   * ])
   */
  readonly put: (templates: ReadonlyArray<TemplateInput>, options?: CallOptions) => Promise<void>

  /**
   * Returns the templates that the workspace keeps itself, by name, then by locale.
   *
   * @returns The templates.
   * @example
   * const templates = await clinic.templates.list()
   * console.log(templates.map(({ locale, name }) => `${name} ${locale}`))
   */
  readonly list: (options?: CallOptions) => Promise<ReadonlyArray<Template>>

  /**
   * Removes a template that the workspace keeps itself. Broadcasts that were accepted with it continue.
   *
   * @param name The name of the template.
   * @param locale Its language code, such as `en`.
   * @returns Nothing.
   * @throws {not_found} when the workspace keeps no such template.
   * @throws {invalid_input} when one of both is not a text.
   * @example
   * await clinic.templates.put([
   *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
   * ])
   * await clinic.templates.remove("welcome", "en")
   */
  readonly remove: (name: string, locale: string, options?: CallOptions) => Promise<void>

  /**
   * Returns every template that a broadcast of the workspace can name: its own, and those of its channels.
   *
   * @returns The templates by name, then by locale, each with its `channelType`. Only approved ones can be sent.
   * @example
   * const offered = await clinic.templates.offered()
   * console.log(offered.filter(({ status }) => status === "approved").length)
   */
  readonly offered: (options?: CallOptions) => Promise<ReadonlyArray<OfferedTemplate>>
}
