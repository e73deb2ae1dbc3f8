import { Body, Email } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Password } from '#sign-in/password.contract.ts'
import { optionalProfile, PersonName, Phone } from '#users/user.contract.ts'

export const Registration = Body({
  email: Email,
  phone: Phone,
  password: Password,
  surname: PersonName,
  name: PersonName,
  ...optionalProfile,
  consent: Type.Literal(true, { errorCode: 'must be given: true' }),
})
export type Registration = Static<typeof Registration>
