/** Connections to the platform, for hosts on Node. */
export { layerConnections } from "./node/Connections.ts"
