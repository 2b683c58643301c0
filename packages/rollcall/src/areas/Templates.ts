import type { CallOptions } from "../methods/Inputs.ts"
import type { OfferedTemplate, Template, TemplateFilter } from "../results/Template.ts"

/** The overloads of `list`. With `sendable`, each template has its channel. */
interface ListTemplates {
  (filter: { readonly sendable: true }, options?: CallOptions): Promise<ReadonlyArray<OfferedTemplate>>
  (filter?: TemplateFilter, options?: CallOptions): Promise<ReadonlyArray<Template>>
}

/** Manages the templates of a workspace, and lists the templates of its channels. */
export interface TemplateMethods {
  /**
   * Stores templates of the workspace, either all or none. Each replaces the template with its name and locale.
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
   * Returns templates of the workspace by name, then by locale: its own, or with `sendable` every template that a
   * broadcast can name, also of its channels.
   *
   * @param filter `sendable`: whether to return every template that broadcasts can name. Default: false.
   * @returns The templates. With `sendable` each has its `channelType`. Only approved templates can be sent.
   * @throws {invalid_input} when the filter has another member.
   * @example
   * const sendable = await clinic.templates.list({ sendable: true })
   * console.log(sendable.filter(({ status }) => status === "approved").length)
   */
  readonly list: ListTemplates

  /**
   * Deletes a template of the workspace. Broadcasts that were accepted with it continue.
   *
   * @param name The name of the template.
   * @param locale Its language code, such as `en`.
   * @returns Nothing.
   * @throws {not_found} when the workspace keeps no such template.
   * @throws {invalid_input} when an argument is not a string.
   * @example
   * await clinic.templates.replace([
   *   { kind: "plain", name: "welcome", locale: "en", status: "approved", header: null, body: 1, buttons: 0 }
   * ])
   * await clinic.templates.delete("welcome", "en")
   */
  readonly delete: (name: string, locale: string, options?: CallOptions) => Promise<void>
}
