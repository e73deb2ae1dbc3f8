import { Body, Id, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { NotificationType } from './notification.contract.ts'

const mail = OneOf('none', 'digest', 'each')
const mutedTypes = Type.Array(NotificationType, { maxItems: 100 })
const mutedProjects = Type.Array(Id, { maxItems: 1000 })

export const Preferences = Type.Object({ mail, mutedTypes, mutedProjects })
export type Preferences = Static<typeof Preferences>

export const PreferencesChanges = Body({
  mail: Type.Optional(mail),
  mutedTypes: Type.Optional(mutedTypes),
  mutedProjects: Type.Optional(mutedProjects),
})
export type PreferencesChanges = Static<typeof PreferencesChanges>
