import { administrationRussian } from '#administration/administration.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...administrationRussian,
}
