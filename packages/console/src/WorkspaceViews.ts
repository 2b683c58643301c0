/** The views of the workspace, which are loaded together: each is small, and together they are compressed better. */
export { EventsView } from "./events/EventsView.tsx"
export { HomeView } from "./home/HomeView.tsx"
export { ImportedView } from "./imports/ImportedView.tsx"
export { MessagesView } from "./messages/MessagesView.tsx"
export { MessageView } from "./messages/MessageView.tsx"
export { SettingsView } from "./settings/SettingsView.tsx"
export { TokensView } from "./tokens/TokensView.tsx"
export { WebhooksView } from "./webhooks/WebhooksView.tsx"
