import { randomBytes, randomInt } from 'node:crypto'
import { Conflict, EntityNotFound, ValidationFailed } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { checkCode, recoveryDigest, TWO_FACTOR_PURPOSE } from './check-code.ts'
import { isCurrentPassword } from './current-password.ts'
import { holdForNewFactor } from './hold-for-new-factor.ts'
import { keepSecondFactor } from './keep-second-factor.ts'
import { base32, keyAddress } from './time-code.ts'
import type { Proof } from './two-factor.contract.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  deleteTwoFactor,
  getTwoFactor,
  lockTwoFactor,
  replaceRecoveryCodes,
} from './two-factor.queries.ts'

const SECRET_BYTES = 20 // RFC 4226 §4
const RECOVERY_CODES = 10
const RECOVERY_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789' // none that look alike

/** A code, and the language of whoever shows it. */
interface Shown {
  code: string
  language: Language
}

/** A secret for the authenticator application; nothing changes until a code of it is shown. */
export async function startTwoFactor(deps: Deps, actor: Actor, id: number, currentPassword: string) {
  if (!(await isCurrentPassword(deps, id, actor.address ?? '', currentPassword))) throw wrongPassword()
  const secret = randomBytes(SECRET_BYTES)
  const stored = deps.secrets.seal(TWO_FACTOR_PURPOSE, secret)
  return inTransaction(deps, async tx => {
    const { email } = await holdForNewFactor(tx, actor, id)
    const isNew = await beginTwoFactor(tx, id, stored, deps.now().toISOString())
    if (!isNew) throw new Conflict('Two-factor sign-in is on already; switch it off first')
    return { secret: base32(secret), uri: keyAddress(secret, email) }
  })
}

/** From now on signing in needs a code. The recovery codes are shown once: only their digests are stored. */
export async function switchTwoFactorOn(deps: Deps, actor: Actor, id: number, { code, language }: Shown) {
  if ((await getTwoFactor(deps.db, id)).isOn) throw new Conflict('Two-factor sign-in is on already')
  if (!(await checkCode(deps, id, actor.address ?? '', code))) throw wrongCode()
  return inTransaction(deps, async (tx, emit) => {
    await holdForNewFactor(tx, actor, id)
    if (!(await lockTwoFactor(tx, id))) throw wrongCode() // a password reset has removed it meanwhile
    await confirmTwoFactor(tx, id, deps.now().toISOString())
    await audit(deps, tx, actor, { action: 'user.two_factor_on', subjectType: 'user', subjectId: id })
    await emit({ type: 'RightsChanged', userId: id })
    await emit({ type: 'SecurityChanged', userId: id, change: 'two_factor_on', language })
    return makeRecoveryCodes(deps, tx, id)
  })
}

/** New ones, also for those that are left. */
export async function renewRecoveryCodes(deps: Deps, actor: Actor, id: number, { code, language }: Shown) {
  if (!(await getTwoFactor(deps.db, id)).isOn) throw new Conflict('Two-factor sign-in is off')
  if (!(await checkCode(deps, id, actor.address ?? '', code))) throw wrongCode()
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    await audit(deps, tx, actor, {
      action: 'user.recovery_codes_renewed',
      subjectType: 'user',
      subjectId: id,
    })
    await emit({ type: 'SecurityChanged', userId: id, change: 'recovery_codes_renewed', language })
    return makeRecoveryCodes(deps, tx, id)
  })
}

/** Of oneself with the password or a code; of somebody who has lost their device by those who may. */
export async function switchTwoFactorOff(
  deps: Deps,
  actor: Actor,
  id: number,
  { language, ...proof }: Proof & { language: Language },
) {
  if (actor.id === id) await checkProof(deps, actor, id, proof)
  await inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, id))) throw new EntityNotFound('User')
    if (!(await deleteTwoFactor(tx, id))) throw new Conflict('Two-factor sign-in is off')
    await keepSecondFactor(deps, tx, actor, id)
    await audit(deps, tx, actor, { action: 'user.two_factor_off', subjectType: 'user', subjectId: id })
    await emit({ type: 'RightsChanged', userId: id })
    await emit({ type: 'SecurityChanged', userId: id, change: 'two_factor_off', language })
  })
}

async function checkProof(deps: Deps, { address }: Actor, id: number, { currentPassword, code }: Proof) {
  if (code !== undefined) {
    if (!(await checkCode(deps, id, address ?? '', code))) throw wrongCode()
    return
  }
  if (currentPassword === undefined)
    throw new ValidationFailed({ currentPassword: ['is required, or a code'] })
  if (!(await isCurrentPassword(deps, id, address ?? '', currentPassword))) throw wrongPassword()
}

async function makeRecoveryCodes(deps: Deps, tx: Database, id: number) {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  const digests = recoveryCodes.map(each => recoveryDigest(deps, id, each.replace('-', '')))
  await replaceRecoveryCodes(tx, id, digests)
  return recoveryCodes
}

function makeRecoveryCode() {
  const characters = Array.from(
    { length: 10 },
    () => RECOVERY_CHARACTERS[randomInt(RECOVERY_CHARACTERS.length)],
  )
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

function wrongPassword() {
  return new ValidationFailed({ currentPassword: ['is not your password'] })
}

function wrongCode() {
  return new ValidationFailed({ code: ['is not right, or was used before'] })
}
