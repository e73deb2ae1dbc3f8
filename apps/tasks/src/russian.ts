import { administrationRussian } from '#administration/administration.russian.ts'
import { developmentRussian } from '#development/development.russian.ts'
import { documentationRussian } from '#documentation/documentation.russian.ts'
import { signInRussian } from '#sign-in/sign-in.russian.ts'
import { timeTrackingRussian } from '#time-tracking/time-tracking.russian.ts'

/** What this service refuses with, by chapter. */
export const russian = {
  ...administrationRussian,
  ...signInRussian,
  ...timeTrackingRussian,
  ...documentationRussian,
  ...developmentRussian,
}
