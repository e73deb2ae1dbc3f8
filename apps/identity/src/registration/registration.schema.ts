import { Body, Email } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/password.schema.ts'
import { optionalProfile, PersonName, Phone } from '#users/user.schema.ts'

export const Registration = Body({
  email: Email,
  phone: Phone,
  password: Password,
  surname: PersonName,
  name: PersonName,
  ...optionalProfile,
  consent: Type.Literal(true, { errorMessage: 'must be given: true' }),
})
export type Registration = Static<typeof Registration>
