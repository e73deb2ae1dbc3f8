import { accessControlRussian } from '#access-control/access-control.russian.ts'
import { oauthRussian } from '#oauth/oauth.russian.ts'
import { signInRussian } from '#sign-in/sign-in.russian.ts'
import { tokensRussian } from '#tokens/tokens.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...accessControlRussian,
  ...tokensRussian,
  ...signInRussian,
  ...oauthRussian,
}
