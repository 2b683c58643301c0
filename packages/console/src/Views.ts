import type { ComponentType } from "preact"
import { lazy } from "preact-iso"

/** The views of the console, in the order of the navigation. A name is also that of its icon and its title. */
export type ViewName =
  | "home"
  | "contacts"
  | "contact"
  | "lists"
  | "list"
  | "segments"
  | "optOuts"
  | "fields"
  | "import"
  | "imported"
  | "compose"
  | "broadcasts"
  | "broadcast"
  | "messages"
  | "message"
  | "events"
  | "webhooks"
  | "tokens"
  | "settings"

/** A view: its path below the console, and the module that is loaded when it is first shown. */
export interface View {
  readonly path: string
  readonly component: ComponentType
}

/** The views that there are. One that is missing is not in the navigation. */
export const views: { readonly [Name in ViewName]?: View } = {
  broadcasts: {
    path: "broadcasts",
    component: lazy(() => import("./BroadcastViews.ts").then(({ BroadcastsView }) => BroadcastsView))
  },
  broadcast: {
    path: "broadcasts/:uuid",
    component: lazy(() => import("./BroadcastViews.ts").then(({ BroadcastView }) => BroadcastView))
  },
  events: {
    path: "events",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ EventsView }) => EventsView))
  },
  contacts: {
    path: "contacts",
    component: lazy(() => import("./AudienceViews.ts").then(({ ContactsView }) => ContactsView))
  },
  compose: {
    path: "compose",
    component: lazy(() => import("./compose/ComposeView.tsx").then(({ ComposeView }) => ComposeView))
  },
  lists: {
    path: "lists",
    component: lazy(() => import("./AudienceViews.ts").then(({ ListsView }) => ListsView))
  },
  list: {
    path: "lists/:contact_list_uuid",
    component: lazy(() => import("./AudienceViews.ts").then(({ ListView }) => ListView))
  },
  fields: {
    path: "fields",
    component: lazy(() => import("./AudienceViews.ts").then(({ FieldsView }) => FieldsView))
  },
  segments: {
    path: "segments",
    component: lazy(() => import("./AudienceViews.ts").then(({ SegmentsView }) => SegmentsView))
  },
  optOuts: {
    path: "opt-outs",
    component: lazy(() => import("./AudienceViews.ts").then(({ OptOutsView }) => OptOutsView))
  },
  webhooks: {
    path: "webhooks",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ WebhooksView }) => WebhooksView))
  },
  tokens: {
    path: "tokens",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ TokensView }) => TokensView))
  },
  settings: {
    path: "settings",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ SettingsView }) => SettingsView))
  },
  import: {
    path: "import",
    component: lazy(() => import("./import/ImportView.tsx").then(({ ImportView }) => ImportView))
  },
  imported: {
    path: "imports/:contact_import_uuid",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ ImportedView }) => ImportedView))
  },
  contact: {
    path: "contacts/:contact_uuid",
    component: lazy(() => import("./AudienceViews.ts").then(({ ContactView }) => ContactView))
  },
  home: { path: "", component: lazy(() => import("./WorkspaceViews.ts").then(({ HomeView }) => HomeView)) },
  messages: {
    path: "messages",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ MessagesView }) => MessagesView))
  },
  message: {
    path: "messages/:message_uuid",
    component: lazy(() => import("./WorkspaceViews.ts").then(({ MessageView }) => MessageView))
  }
}
