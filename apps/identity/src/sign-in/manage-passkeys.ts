import { Conflict, EntityNotFound, Gone, ValidationFailed } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#users/user.queries.ts'
import { checkRegistration } from './check-registration.ts'
import { isCurrentPassword } from './current-password.ts'
import { holdForNewFactor, refuseUnconfirmed } from './hold-for-new-factor.ts'
import { keepSecondFactor } from './keep-second-factor.ts'
import type { NewPasskey, Passkey, PasskeyParams } from './passkey.contract.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listCredentials,
  updatePasskeyName,
  useChallenge,
} from './passkey.queries.ts'
import { CHALLENGE_LIFETIME_MS, issueChallenge, openChallenge } from './passkey-challenge.ts'
import { algorithms, relyingParty, userHandle } from './relying-party.ts'

const PASSKEYS_OF_USER = 20

/** What the browser needs to make one; nothing changes until it answers. */
export async function startPasskey(deps: Deps, actor: Actor, id: number, currentPassword: string) {
  if (!(await isCurrentPassword(deps, id, actor.address ?? '', currentPassword)))
    throw new ValidationFailed({ currentPassword: ['is not your password'] })
  const user = await getUser(deps.db, id)
  refuseUnconfirmed(user)
  const { email, name, surname } = user
  const { challenge, challengeToken } = issueChallenge(deps, `new passkey ${id}`)
  const options = await generateRegistrationOptions({
    rpName: 'Atrium',
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
  if (!challenge) throw challengeIsGone()
  const credential = await checkRegistration(deps, challenge.challenge, response)
  return inTransaction(deps, async (tx, emit) => {
    await holdForNewFactor(tx, actor, id)
    if ((await countPasskeys(tx, id)) >= PASSKEYS_OF_USER)
      throw new Conflict(`You have ${PASSKEYS_OF_USER} passkeys already; remove one first`)
    if (!(await useChallenge(tx, challenge))) throw challengeIsGone()
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
    if (!passkey) throw new EntityNotFound('Passkey')
    await audit(deps, tx, actor, {
      action: 'user.passkey_renamed',
      subjectType: 'user',
      subjectId: params.id,
      details: { passkeyId: passkey.id, name },
    })
    return passkey
  })
}

/** One's own, or that of somebody who has lost their device by those who may. */
export function removePasskey(deps: Deps, actor: Actor, params: PasskeyParams & { language: Language }) {
  const { id, passkeyId, language } = params
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    const removed = await deletePasskey(tx, params)
    if (!removed) throw new EntityNotFound('Passkey')
    await keepSecondFactor(deps, tx, actor, id)
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

function challengeIsGone() {
  return new Gone('Too much time has passed, or this was sent before; begin again')
}
