import type { ComponentType } from "preact"
import { lazy } from "preact-iso"

/** A view: its path below the console, and the module that is loaded when it is first shown. */
interface View {
  readonly path: string
  readonly component: ComponentType
}

const audience = () => import("./AudienceViews.ts")
const broadcasts = () => import("./BroadcastViews.ts")
const workspace = () => import("./WorkspaceViews.ts")

const view = <Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name
): View => ({ path, component: lazy(() => load().then((module): ComponentType => module[name])) })

/** The views of the console. A name is also that of its icon, where the navigation has it. */
export const views = {
  broadcasts: view("broadcasts", broadcasts, "BroadcastsView"),
  broadcast: view("broadcasts/:uuid", broadcasts, "BroadcastView"),
  events: view("events", workspace, "EventsView"),
  contacts: view("contacts", audience, "ContactsView"),
  compose: view("compose", () => import("./compose/ComposeView.tsx"), "ComposeView"),
  lists: view("lists", audience, "ListsView"),
  list: view("lists/:contact_list_uuid", audience, "ListView"),
  fields: view("fields", audience, "FieldsView"),
  segments: view("segments", audience, "SegmentsView"),
  optOuts: view("opt-outs", audience, "OptOutsView"),
  webhooks: view("webhooks", workspace, "WebhooksView"),
  tokens: view("tokens", workspace, "TokensView"),
  settings: view("settings", workspace, "SettingsView"),
  import: view("import", () => import("./import/ImportView.tsx"), "ImportView"),
  imports: view("imports", workspace, "ImportsView"),
  imported: view("imports/:contact_import_uuid", workspace, "ImportedView"),
  contact: view("contacts/:contact_uuid", audience, "ContactView"),
  home: view("", workspace, "HomeView"),
  messages: view("messages", workspace, "MessagesView"),
  message: view("messages/:message_uuid", workspace, "MessageView")
}

export type ViewName = keyof typeof views
