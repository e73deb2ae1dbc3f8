import { accessControlRussian } from '#access-control/access-control.russian.ts'
import { mailRussian } from '#mail/mail.russian.ts'
import { oauthRussian } from '#oauth/oauth.russian.ts'
import { referenceDataRussian } from '#reference-data/reference-data.russian.ts'
import { registrationRussian } from '#registration/registration.russian.ts'
import { signInRussian } from '#sign-in/sign-in.russian.ts'
import { storageRussian } from '#storage/storage.russian.ts'
import { tokensRussian } from '#tokens/tokens.russian.ts'
import { usersRussian } from '#users/users.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...accessControlRussian,
  ...tokensRussian,
  ...referenceDataRussian,
  ...storageRussian,
  ...usersRussian,
  ...signInRussian,
  ...registrationRussian,
  ...mailRussian,
  ...oauthRussian,
}
