export { authorizationAs } from "./access/AuthorizationLayers.ts"
export * from "./requests/BodyLimits.ts"
export * from "./Routes.ts"
