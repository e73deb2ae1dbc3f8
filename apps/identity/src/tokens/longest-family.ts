/** A sign-in ends after this time, however often it is refreshed. */
export const LONGEST_FAMILY_DAYS = 90
