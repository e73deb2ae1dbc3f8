import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Gone, NotFound } from '#errors.ts'
import { renewSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { getUser } from '#users/user.queries.ts'
import { checkCurrentPassword } from '../authenticators/current-password.ts'
import { lockForNewFactor, refuseLastFactor, refuseUnconfirmed } from '../rules/sign-in-rules.ts'
import type { NewPasskey, Passkey, PasskeyParams } from './passkey.contract.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listCredentials,
  updatePasskeyName,
  useChallenge,
} from './passkey.queries.ts'
import {
  algorithms,
  CHALLENGE_LIFETIME_MS,
  checkRegistration,
  issueChallenge,
  openChallenge,
  relyingParty,
  userHandle,
} from './webauthn.ts'

const MAX_PASSKEYS = 20

/** What the browser needs to create one; nothing changes until its response arrives. */
export async function startPasskey(deps: Deps, actor: Actor, id: number, currentPassword: string) {
  await checkCurrentPassword(deps, actor, id, currentPassword)
  const user = await getUser(deps.db, id)
  refuseUnconfirmed(user)
  const { email, name, surname } = user
  const { challenge, challengeToken } = issueChallenge(deps, `new passkey ${id}`)
  const options = await generateRegistrationOptions({
    rpName: deps.notices.current().branding.name,
    rpID: relyingParty(deps).id,
    userName: email,
    userDisplayName: `${name} ${surname}`,
    userID: userHandle(id),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: await listCredentials(deps.db, id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options }, challengeToken }
}

export async function addPasskey(
  deps: Deps,
  actor: Actor,
  id: number,
  { challengeToken, name, response, language }: NewPasskey & { language: Language },
): Promise<Passkey> {
  const challenge = openChallenge(deps, `new passkey ${id}`, challengeToken)
  if (!challenge) throw new Gone('challenge_expired')
  const credential = await checkRegistration(deps, challenge.challenge, response)
  return inTransaction(deps, async (tx, emit) => {
    await lockForNewFactor(tx, actor, id)
    if ((await countPasskeys(tx, id)) >= MAX_PASSKEYS) {
      throw new Conflict('too_many_passkeys', { limit: MAX_PASSKEYS })
    }
    if (!(await useChallenge(tx, challenge))) throw new Gone('challenge_expired')
    await renewSecurityStamp(tx, id)
    const createdAt = deps.now().toISOString()
    const passkey = await insertPasskey(tx, { userId: id, name, createdAt, ...credential })
    await audit(deps, tx, actor, {
      action: 'user.passkey_added',
      subjectType: 'user',
      subjectId: id,
      details: { passkeyId: passkey.id, name },
    })
    await emit({ type: 'RightsChanged', userId: id })
    await emit({ type: 'SecurityChanged', userId: id, change: 'passkey_added', passkey: name, language })
    return passkey
  })
}

export function renamePasskey(deps: Deps, actor: Actor, params: PasskeyParams, name: string) {
  return inTransaction(deps, async tx => {
    const passkey = await updatePasskeyName(tx, params, name)
    if (!passkey) throw new NotFound('passkey_not_found')
    await audit(deps, tx, actor, {
      action: 'user.passkey_renamed',
      subjectType: 'user',
      subjectId: params.id,
      details: { passkeyId: passkey.id, name },
    })
    return passkey
  })
}

/** Their own, or by an administrator for a user who lost their device. */
export function removePasskey(deps: Deps, actor: Actor, params: PasskeyParams & { language: Language }) {
  const { id, passkeyId, language } = params
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    const removed = await deletePasskey(tx, params)
    if (!removed) throw new NotFound('passkey_not_found')
    await refuseLastFactor(deps, tx, actor, id)
    await renewSecurityStamp(tx, id)
    await audit(deps, tx, actor, {
      action: 'user.passkey_removed',
      subjectType: 'user',
      subjectId: id,
      details: { passkeyId, name: removed.name },
    })
    await emit({ type: 'RightsChanged', userId: id })
    const change = { change: 'passkey_removed' as const, passkey: removed.name, language }
    await emit({ type: 'SecurityChanged', userId: id, ...change })
  })
}
