import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fieldText, mapFields, StartRefused, ValidationFailed } from '@atrium/core/errors'
import { createLogger } from '@atrium/core/logger'
import { compileRecordCheck } from '@atrium/core/validation'
import { assignRole, hasOwner } from '@atrium/identity/access-control/user-role.queries'
import { createDeps } from '@atrium/identity/compose'
import type { Deps } from '@atrium/identity/deps'
import { errorCatalogue } from '@atrium/identity/errors'
import { ensureClient } from '@atrium/identity/oauth/clients/client.commands'
import { registerUser } from '@atrium/identity/registration/registration.commands'
import { Registration } from '@atrium/identity/registration/registration.contract'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { findCredentials } from '@atrium/identity/users/credentials.queries'
import { markEmailVerified } from '@atrium/identity/users/user.queries'
import { type Environment, type Installation, writeSecret } from './installation.ts'

const checkRegistration = compileRecordCheck(Registration)

/** Migrates the identity database, and creates the task service's client and the first owner where they are missing. */
export async function prepareIdentity(installation: Installation) {
  const settings = loadIdentitySettings(installation.environment)
  const deps = await createDeps(settings, createLogger('console', 'silent'))
  try {
    await ensureTasksClient(deps, installation.environment)
    return await ensureOwner(deps, installation)
  } finally {
    await deps.close()
  }
}

/** The task service is an OAuth client of the identity service like any other. */
async function ensureTasksClient(deps: Deps, environment: Environment) {
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
  /** Only if it was generated: a supplied password is never printed. */
  password: string | undefined
}

/** Creates the first owner if there is none; a generated password is kept in its own file. */
async function ensureOwner(
  deps: Deps,
  { dataFolder, environment }: Installation,
): Promise<OwnerSignIn | undefined> {
  if (await hasOwner(deps.db)) return undefined
  const email = environment.ATRIUM_OWNER_EMAIL || 'owner@atrium.local'
  const registered = await findCredentials(deps.db, email) // by a first start that was interrupted
  if (registered) {
    await assignRole(deps.db, registered.id, 'owner')
    return undefined
  }
  const phone = environment.ATRIUM_OWNER_PHONE || '+12025550100'
  const generated = environment.ATRIUM_OWNER_PASSWORD ? undefined : randomBytes(12).toString('base64url')
  if (generated) await writeSecret(join(dataFolder, 'owner-password'), `${generated}\n`)
  const password = generated ?? String(environment.ATRIUM_OWNER_PASSWORD)
  const names = { surname: 'of Atrium', name: 'Owner' }
  const consent = { consent: true, consentSource: 'first start' } as const
  const owner = { email, phone, password, ...names, ...consent }
  const { id } = await registerOwner(deps, owner, generated !== undefined)
  await markEmailVerified(deps.db, id, deps.now().toISOString()) // the installer vouches for the address
  await assignRole(deps.db, id, 'owner')
  return { email, password: generated }
}

/** Wrong fields are reported by the names of their settings. */
async function registerOwner(deps: Deps, owner: Registration, isPasswordGenerated: boolean) {
  try {
    const errors = checkRegistration(owner)
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
    return await registerUser(deps, owner, { isPasswordGenerated })
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    const texts = mapFields(error.fields, found => fieldText(errorCatalogue, 'en', found))
    const sentences = Object.entries(texts).map(
      ([field, [text]]) => `ATRIUM_OWNER_${field.toUpperCase()} ${text}`,
    )
    throw new StartRefused(`Invalid settings: ${sentences.join('; ')}.`)
  }
}
