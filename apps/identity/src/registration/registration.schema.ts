import { Body, CalendarDate, Id, Nullable } from '@atrium/http/replies'
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

/** An optional field may be null as well: that is how a record shows it. */
export const Registration = Body({
  email: Email,
  phone: Phone,
  password: Password,
  surname: PersonName,
  name: PersonName,
  patronymic: Type.Optional(Nullable(PersonName)),
  birthDate: Type.Optional(Nullable(CalendarDate)),
  gender: Type.Optional(Nullable(Gender)),
  stack: Type.Optional(Nullable(Stack)),
  preferredContact: Type.Optional(Nullable(PreferredContact)),
  cityId: Type.Optional(Nullable(Id)),
  languageId: Type.Optional(Nullable(Id)),
  consent: Type.Literal(true, { errorMessage: 'must be given: true' }),
  consentSource: Type.Optional(Nullable(ConsentSource)),
})
export type Registration = Static<typeof Registration>
