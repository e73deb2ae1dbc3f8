import { Body, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const NO_TIME_ZONE = 'must be a time zone such as Europe/Berlin'

const timeZone = Nullable(Type.String({ minLength: 1, maxLength: 64, errorCode: NO_TIME_ZONE }))
const language = Nullable(OneOf('en', 'ru'))
const theme = Nullable(OneOf('system', 'light', 'dark'))

export const UserSettings = Type.Object({ timeZone, language, theme })
export type UserSettings = Static<typeof UserSettings>

export const UserSettingsChanges = Body({
  timeZone: Type.Optional(timeZone),
  language: Type.Optional(language),
  theme: Type.Optional(theme),
})
export type UserSettingsChanges = Static<typeof UserSettingsChanges>
