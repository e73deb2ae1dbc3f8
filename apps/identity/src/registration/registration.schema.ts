import { Body, CalendarDate, Id } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/password.schema.ts'
import {
  ConsentSource,
  Email,
  Gender,
  PersonName,
  Phone,
  PreferredContact,
  Stack,
} from '#users/user.schema.ts'

export const Registration = Body({
  email: Email,
  phone: Phone,
  password: Password,
  surname: PersonName,
  name: PersonName,
  patronymic: Type.Optional(PersonName),
  birthDate: Type.Optional(CalendarDate),
  gender: Type.Optional(Gender),
  stack: Type.Optional(Stack),
  preferredContact: Type.Optional(PreferredContact),
  cityId: Type.Optional(Id),
  languageId: Type.Optional(Id),
  consent: Type.Literal(true, { errorMessage: 'must be given: true' }),
  consentSource: Type.Optional(ConsentSource),
})
export type Registration = Static<typeof Registration>
