import { createHmac } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import { areEqualSecrets } from '@atrium/http/routes/credentials'
import { NotFound } from '#errors.ts'
import type { Settings } from '#settings.ts'
import type { Invitation } from './invitation.contract.ts'

const TICKET_LIFETIME_MS = 3_600_000

type Named = Pick<Invitation, 'id' | 'projectId' | 'email' | 'createdAt'>

/** Derived, so that neither the table nor the queue holds it and the email can still be written later. */
export function invitationToken(settings: Settings, { id, projectId, email, createdAt }: Named) {
  return signatureOf(settings, 'invitation', JSON.stringify([id, projectId, email, createdAt]))
}

export function invitationDigest(token: string) {
  return sha256(token)
}

/** Only in the email: the inviter knows the token, but not this proof that its holder reads the invited address. */
export function mailedToken(settings: Settings, token: string) {
  return `${token}.${proofOf(settings, token)}`
}

export interface PresentedToken {
  named: { tokenDigest: string } | { id: number }
  isAddressProven: boolean
}

export function readInvitationToken(settings: Settings, text: string): PresentedToken {
  const [token = '', proof, ...rest] = text.split('.')
  const isAddressProven = proof !== undefined && areEqualSecrets(proof, proofOf(settings, token))
  if (rest.length > 0 || (proof !== undefined && !isAddressProven)) {
    throw new NotFound('invitation_not_found')
  }
  return { named: { tokenDigest: invitationDigest(token) }, isAddressProven }
}

/** Stands for a token in the address of the registration page, where logs of proxies may keep it: valid for an hour. */
export function registrationTicket(settings: Settings, id: number, isAddressProven: boolean, now: Date) {
  const content = `${id}.${isAddressProven ? 1 : 0}.${now.getTime() + TICKET_LIFETIME_MS}`
  return `${content}.${signatureOf(settings, 'invitation ticket', content)}`
}

/** Undefined for anything but a valid ticket. */
export function readTicket(settings: Settings, text: string, now: Date): PresentedToken | undefined {
  const [id, proven, expires, signature] = text.split('.')
  if (signature === undefined || !(Number(expires) > now.getTime())) return undefined
  const expected = signatureOf(settings, 'invitation ticket', `${id}.${proven}.${expires}`)
  if (!areEqualSecrets(signature, expected)) return undefined
  return { named: { id: Number(id) }, isAddressProven: proven === '1' }
}

function proofOf(settings: Settings, token: string) {
  return signatureOf(settings, 'invitation proof', token)
}

function signatureOf({ TASKS_CLIENT_SECRET }: Settings, purpose: string, content: string) {
  return createHmac('sha256', TASKS_CLIENT_SECRET).update(`${purpose} ${content}`).digest('base64url')
}
