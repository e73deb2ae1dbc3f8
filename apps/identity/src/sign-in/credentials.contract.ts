import { Body, Email } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Phone } from '#users/user.contract.ts'
import { Password } from './password.contract.ts'

export const CredentialChanges = Body({
  email: Type.Optional(Email),
  phone: Type.Optional(Phone),
  password: Type.Optional(Password),
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
})
export type CredentialChanges = Static<typeof CredentialChanges>
