import { createServiceClient, routeOf } from '@atrium/client/service-client'
import type { lookUpInvitation } from '@atrium/tasks/projects/invitation.contract'
import type { Deps } from '#deps.ts'
import { Forbidden, Unavailable } from '#errors.ts'
import type { StoredProvider } from '#sign-in/providers/provider.queries.ts'

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

const lookUp = routeOf<typeof lookUpInvitation>('POST', '/invitation/lookup')

/** Asked each time, so that a revoked invitation lets no one in. Undefined if the task service refuses the token. */
export async function findInvitation({ settings }: Deps, token: string): Promise<Invitation | undefined> {
  const { TASKS_INTERNAL_URL: address } = settings
  if (!address) throw unavailable(new Error('TASKS_URL is not set'))
  const call = createServiceClient({ baseUrl: address, timeoutMs: TIMEOUT_MS })
  const { reply, status } = await call(lookUp, { body: { token } }).catch(error => {
    throw unavailable(error)
  })
  if ([404, 409, 410, 422].includes(status)) return undefined
  if (!reply) throw unavailable(new Error(`The task service answered ${status}`))
  return reply.item
}

/** The invitation to this address that the visitor has come with, where only invited people get an account. */
export async function findOwnInvitation(
  deps: Deps,
  { createUsers }: Pick<StoredProvider, 'createUsers'>,
  token: string | undefined,
  email: string | null,
) {
  if (createUsers !== 'invited' || !token) return undefined
  const invitation = await findInvitation(deps, token)
  return invitation?.email.toLowerCase() === email?.toLowerCase() ? invitation : undefined
}

function unavailable(cause: unknown) {
  return new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
