import { oauthRussian } from '#oauth/oauth.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...oauthRussian,
}
