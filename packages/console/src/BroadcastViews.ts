/** The views of broadcasts, which are loaded together. */
export { BroadcastsView } from "./broadcasts/BroadcastsView.tsx"
export { BroadcastView } from "./broadcasts/BroadcastView.tsx"
