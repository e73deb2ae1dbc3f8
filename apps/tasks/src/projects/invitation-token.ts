import { createHmac } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import type { Settings } from '#settings.ts'
import type { Invitation } from './invitation.contract.ts'

type Named = Pick<Invitation, 'id' | 'projectId' | 'email' | 'createdAt'>

/** Derived, so that neither the table nor the queue holds it and the letter can still be written later. */
export function invitationToken(
  { TASKS_CLIENT_SECRET }: Settings,
  { id, projectId, email, createdAt }: Named,
) {
  return createHmac('sha256', TASKS_CLIENT_SECRET)
    .update(`invitation ${JSON.stringify([id, projectId, email, createdAt])}`)
    .digest('base64url')
}

export function invitationDigest(token: string) {
  return sha256(token)
}

/** After the #, where no server's log ever sees it. */
export function invitationLink({ FRONTEND_URL }: Settings, token: string) {
  return `${FRONTEND_URL.replace(/\/?$/, '/')}invitation#token=${token}`
}
