export { authorizationAs } from "./access/AuthorizationLayers.ts"
export { type BodyLimits, CurrentBodyLimits, defaultBodyLimits } from "./requests/BodyLimits.ts"
export { layer, layerWith, routerConfig } from "./Routes.ts"
