import type { Deps } from '#deps.ts'
import { Forbidden, Unavailable } from '#errors.ts'

const TIMEOUT_MS = 5000

/** What the task service says about an invitation. */
export interface Invitation {
  project: { name: string }
  inviter: { name: string } | null
  email: string
  role: 'viewer' | 'member' | 'manager'
  /** The token came from the email, so its holder reads the address. */
  isAddressProven: boolean
}

export interface Registering {
  email: string
  invitationToken?: string | undefined
}

/** Whether someone can register, and the invitation they come with. */
export async function admit(deps: Deps, { email, invitationToken }: Registering) {
  refuseUninvited(deps, invitationToken)
  if (!invitationToken) return undefined
  const invitation = await findInvitation(deps, invitationToken)
  if (!invitation) throw new Forbidden('invitation_invalid')
  if (invitation.email.toLowerCase() !== email.toLowerCase()) throw new Forbidden('invitation_email_differs')
  return invitation
}

export function refuseUninvited({ settings: { REGISTRATION } }: Deps, invitationToken: unknown) {
  if (REGISTRATION === 'closed') throw new Forbidden('registration_closed')
  if (REGISTRATION === 'invited' && !invitationToken) throw new Forbidden('invitation_required')
}

/** Asked each time, so that a revoked invitation lets no one in. Undefined if the task service refuses the token. */
export async function findInvitation({ settings }: Deps, token: string): Promise<Invitation | undefined> {
  const { TASKS_INTERNAL_URL: address } = settings
  if (!address) throw unavailable(new Error('TASKS_URL is not set'))
  const response = await fetch(`${address}/invitation/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  }).catch(error => {
    throw unavailable(error)
  })
  if ([404, 409, 410, 422].includes(response.status)) return undefined
  if (!response.ok) throw unavailable(new Error(`The task service answered ${response.status}`))
  return ((await response.json()) as { item: Invitation }).item
}

function unavailable(cause: unknown) {
  return new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
