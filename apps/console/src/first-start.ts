import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { assignRole } from '@atrium/identity/access-control/user-role.queries'
import type { Deps } from '@atrium/identity/deps'
import { ensureClient } from '@atrium/identity/oauth/manage-clients'
import { registerUser } from '@atrium/identity/registration/register-user'
import { hasUsers } from '@atrium/identity/users/user.queries'
import { type Environment, type Installation, writeSecret } from './installation.ts'

/** The task service is an OAuth client of the identity service like any other. */
export async function ensureTasksClient(deps: Deps, environment: Environment) {
  const { TASKS_CLIENT_ID = '', TASKS_CLIENT_SECRET = '', TASKS_URL = '' } = environment
  await ensureClient(deps, {
    name: 'Atrium Tasks',
    clientId: TASKS_CLIENT_ID,
    clientSecret: TASKS_CLIENT_SECRET,
    redirectUri: `${TASKS_URL.replace(/\/$/, '')}/auth/callback`,
    grantTypes: 'authorization_code refresh_token password client_credentials',
    scope: 'user:read',
    isPublic: false,
    requiresPkce: true,
  })
}

export interface OwnerSignIn {
  email: string
  password: string
}

/** The first owner, when there is nobody yet; a password that we made is kept in a file of its own. */
export async function ensureOwner(
  deps: Deps,
  { dataFolder, environment }: Installation,
): Promise<OwnerSignIn | undefined> {
  if (await hasUsers(deps.db)) return undefined
  const email = environment.ATRIUM_OWNER_EMAIL || 'owner@atrium.local'
  const phone = environment.ATRIUM_OWNER_PHONE || '+12025550100'
  const password = environment.ATRIUM_OWNER_PASSWORD || randomBytes(12).toString('base64url')
  if (!environment.ATRIUM_OWNER_PASSWORD)
    await writeSecret(join(dataFolder, 'owner-password'), `${password}\n`)
  const owner = {
    email,
    phone,
    password,
    surname: 'Owner',
    name: 'Atrium',
    consent: true,
    consentSource: 'first start',
  } as const
  const { id } = await registerUser(deps, owner)
  await assignRole(deps.db, id, 'owner')
  return { email, password }
}
