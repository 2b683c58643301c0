/** Access tokens: who may do what in which workspace. */
export {
  AccessToken,
  AccessTokenNotFound,
  NewAccessToken,
  Scope,
  ScopesExceeded,
  allScopes,
  scopeMeanings,
  tokenStatusAt
} from "./AccessToken.ts"
export { actorNamed, CurrentActor } from "../shared/Ids.ts"
export { Actors } from "./Actors.ts"
export { AccessTokenSettings } from "./AccessTokenSettings.ts"
export { AccessTokens, type AccessTokenWithSecret } from "./AccessTokens.ts"
