import { oauthRussian } from '#oauth/oauth.russian.ts'
import { signInRussian } from '#sign-in/sign-in.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...signInRussian,
  ...oauthRussian,
}
