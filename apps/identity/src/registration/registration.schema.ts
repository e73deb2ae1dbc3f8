import { Body, CalendarDate, Id } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/password.schema.ts'
import { Gender, PreferredContact } from '#users/user.schema.ts'

const PersonName = Type.String({ trim: true, minLength: 1, maxLength: 100 })

export const Registration = Body({
  email: Type.String({ format: 'email', maxLength: 254 }),
  phone: Type.String({ maxLength: 40 }),
  password: Password,
  surname: PersonName,
  name: PersonName,
  patronymic: Type.Optional(PersonName),
  birthDate: Type.Optional(CalendarDate),
  gender: Type.Optional(Gender),
  stack: Type.Optional(Type.String({ maxLength: 500 })),
  preferredContact: Type.Optional(PreferredContact),
  cityId: Type.Optional(Id),
  languageId: Type.Optional(Id),
  consent: Type.Literal(true, { errorMessage: 'must be given: true' }),
  consentSource: Type.Optional(Type.String({ maxLength: 255 })),
})
export type Registration = Static<typeof Registration>
