/** For hosts that run on Node: the connections to the platform. */
export { layerConnections } from "./node/Connections.ts"
