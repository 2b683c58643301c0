/** Access tokens: who may do what in which workspace. */
export { AccessToken, NewAccessToken, Scope, allScopes, isValidAt, scopeMeanings } from "./AccessToken.ts"
export { AccessTokenSettings } from "./AccessTokenSettings.ts"
export { AccessTokens } from "./AccessTokens.ts"
