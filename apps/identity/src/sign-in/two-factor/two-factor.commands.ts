import { randomBytes, randomInt } from 'node:crypto'
import type { Language } from '@atrium/core/language'
import { retriedTransaction } from '@atrium/database/retry-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { renewSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { checkCurrentPassword } from '../authenticators/current-password.ts'
import {
  type Attempt,
  countFailure,
  forgiveFailures,
  refuseWhileBlocked,
} from '../lockout/lockout.commands.ts'
import { lockForNewFactor, refuseLastFactor } from '../rules/sign-in-rules.ts'
import { base32, fromBase32, keyAddress, stepOf } from './time-code.ts'
import type { PasswordOrCode } from './two-factor.contract.ts'
import {
  confirmTwoFactor,
  deleteTwoFactor,
  getTwoFactor,
  insertTwoFactor,
  lockTwoFactor,
  replaceRecoveryCodes,
  updateLastStep,
  useRecoveryCode,
} from './two-factor.queries.ts'

const PURPOSE = 'two factor'
const SECRET_BYTES = 20 // RFC 4226 §4
const RECOVERY_CODES = 10
const RECOVERY_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789' // without look-alikes

interface CodeInput {
  code: string
  /** The language of the email about the change. */
  language: Language
}

/** A secret for the authenticator app; nothing changes until one of its codes is sent. */
export async function startTwoFactor(deps: Deps, actor: Actor, id: number, currentPassword: string) {
  await checkCurrentPassword(deps, actor, id, currentPassword)
  const secret = randomBytes(SECRET_BYTES)
  const sealed = deps.secrets.seal(PURPOSE, secret)
  return inTransaction(deps, async tx => {
    const { email } = await lockForNewFactor(tx, actor, id)
    const isNew = await insertTwoFactor(tx, id, sealed, deps.now().toISOString())
    if (!isNew) throw new Conflict('two_factor_already_on')
    return { secret: base32(secret), uri: keyAddress(secret, email, deps.notices.current().branding.name) }
  })
}

/** From now on, signing in requires a code. The recovery codes are shown once: only their digests are stored. */
export async function turnOnTwoFactor(deps: Deps, actor: Actor, id: number, { code, language }: CodeInput) {
  if ((await getTwoFactor(deps.db, id)).isOn) throw new Conflict('two_factor_already_on')
  await requireCode(deps, actor, id, code)
  return inTransaction(deps, async (tx, emit) => {
    await lockForNewFactor(tx, actor, id)
    if (!(await lockTwoFactor(tx, id))) throw wrongCode() // a password reset has removed it in the meantime
    await confirmTwoFactor(tx, id, deps.now().toISOString())
    await renewSecurityStamp(tx, id)
    await audit(deps, tx, actor, { action: 'user.two_factor_on', subjectType: 'user', subjectId: id })
    await emit({ type: 'RightsChanged', userId: id })
    await emit({ type: 'SecurityChanged', userId: id, change: 'two_factor_on', language })
    return createRecoveryCodes(deps, tx, id)
  })
}

/** Replaces the unused ones, too. */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: Actor,
  id: number,
  { code, language }: CodeInput,
) {
  if (!(await getTwoFactor(deps.db, id)).isOn) throw new Conflict('two_factor_off')
  await requireCode(deps, actor, id, code)
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    await renewSecurityStamp(tx, id)
    await audit(deps, tx, actor, {
      action: 'user.recovery_codes_renewed',
      subjectType: 'user',
      subjectId: id,
    })
    await emit({ type: 'SecurityChanged', userId: id, change: 'recovery_codes_renewed', language })
    return createRecoveryCodes(deps, tx, id)
  })
}

/** Part of a transaction that creates a user who has an authenticator app already; its key is base32. */
export async function storeTwoFactor(deps: Deps, tx: Database, id: number, secret: string) {
  const now = deps.now().toISOString()
  await insertTwoFactor(tx, id, deps.secrets.seal(PURPOSE, fromBase32(secret)), now)
  await confirmTwoFactor(tx, id, now)
}

/** Returns the key of an authenticator app as base32. */
export function readTwoFactor({ secrets }: Deps, sealed: string) {
  return base32(secrets.unseal(PURPOSE, sealed))
}

/** Users prove who they are with the password or a code; an administrator can do it for a user who lost their device. */
export async function turnOffTwoFactor(
  deps: Deps,
  actor: Actor,
  id: number,
  { language, ...proof }: PasswordOrCode & { language: Language },
) {
  if (actor.id === id) await checkProof(deps, actor, id, proof)
  await inTransaction(deps, async (tx, emit) => {
    if (!(await lockManageableUser(tx, actor, id))) throw new NotFound('user_not_found')
    if (!(await deleteTwoFactor(tx, id))) throw new Conflict('two_factor_off')
    await refuseLastFactor(deps, tx, actor, id)
    await renewSecurityStamp(tx, id)
    await audit(deps, tx, actor, { action: 'user.two_factor_off', subjectType: 'user', subjectId: id })
    await emit({ type: 'RightsChanged', userId: id })
    await emit({ type: 'SecurityChanged', userId: id, change: 'two_factor_off', language })
  })
}

async function checkProof(deps: Deps, actor: Actor, id: number, { currentPassword, code }: PasswordOrCode) {
  if (code !== undefined) return requireCode(deps, actor, id, code)
  if (currentPassword === undefined) {
    throw new ValidationFailed({ currentPassword: 'password_or_code_required' })
  }
  return checkCurrentPassword(deps, actor, id, currentPassword)
}

async function requireCode(deps: Deps, { address }: Actor, id: number, code: string) {
  if (!(await checkCode(deps, id, address ?? '', code))) throw wrongCode()
}

function wrongCode() {
  return new ValidationFailed({ code: 'wrong_code' })
}

/**
 * Whether this is a code of the user's authenticator app, or one of their unused recovery codes. Each code counts once.
 * Guesses take turns: a thousand at the same time are not a thousand guesses.
 */
export function checkCode(deps: Deps, userId: number, address: string, code: string) {
  const attempt: Attempt = { account: String(userId), address, userId, isCode: true }
  return retriedTransaction(deps.db, async tx => {
    const counting = { ...deps, db: tx }
    const factor = await lockTwoFactor(tx, userId)
    if (!factor) return false
    await refuseWhileBlocked(counting, attempt)
    const isRight = await useCode(deps, tx, factor, code.replace(/[\s-]/g, ''))
    await (isRight ? forgiveFailures(counting, attempt) : countFailure(counting, attempt))
    return isRight
  })
}

type Factor = NonNullable<Awaited<ReturnType<typeof lockTwoFactor>>>

async function useCode(deps: Deps, tx: Database, { userId, secret, lastStep }: Factor, code: string) {
  const step = stepOf(deps.secrets.unseal(PURPOSE, secret), code, deps.now())
  if (step === undefined) {
    return useRecoveryCode(tx, userId, recoveryDigest(deps, userId, code), deps.now().toISOString())
  }
  if (lastStep !== null && step <= lastStep) return false // RFC 6238 §5.2: a code counts once
  await updateLastStep(tx, userId, step)
  return true
}

async function createRecoveryCodes(deps: Deps, tx: Database, id: number) {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, randomRecoveryCode)
  const digests = recoveryCodes.map(each => recoveryDigest(deps, id, each.replace('-', '')))
  await replaceRecoveryCodes(tx, id, digests)
  return recoveryCodes
}

function randomRecoveryCode() {
  const characters = Array.from(
    { length: 10 },
    () => RECOVERY_CHARACTERS[randomInt(RECOVERY_CHARACTERS.length)],
  )
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

function recoveryDigest({ secrets }: Deps, userId: number, code: string) {
  return secrets.digest(`recovery ${userId} ${code.toLowerCase()}`)
}
