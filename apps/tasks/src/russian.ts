import { administrationRussian } from '#administration/administration.russian.ts'
import { signInRussian } from '#sign-in/sign-in.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...administrationRussian,
  ...signInRussian,
}
