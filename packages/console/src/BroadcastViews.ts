/** The views of broadcasts, in one bundle. */
export { BroadcastsView } from "./broadcasts/BroadcastsView.tsx"
export { BroadcastView } from "./broadcasts/BroadcastView.tsx"
