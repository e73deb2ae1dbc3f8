import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { outsideOuterTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { keyId, type SigningKey, storedForm } from './key-ring.ts'
import { PUBLISHED_AHEAD_SECONDS } from './signing-key.contract.ts'
import { insertSigningKey, retireOtherKeys, updateSignsFrom } from './signing-key.queries.ts'

const generatePair = promisify(generateKeyPair)
const CLOCK_SKEW_SECONDS = 60

/**
 * The new key is published at once and signs when every cached copy of the published keys contains it; the old one
 * verifies until its last token has expired. With 0 it signs as soon as each instance of this service has it.
 */
export async function rotateSigningKey(
  deps: Deps,
  publishedForSeconds: number,
  actor?: Actor,
): Promise<SigningKey> {
  const { publicKey, privateKey } = await generatePair('rsa', { modulusLength: 2048 })
  const key = { kid: keyId(publicKey), publicKey, privateKey }
  if (publishedForSeconds === 0) await outsideOuterTransaction(() => publish(deps, key))
  await inTransaction(deps, async (tx, emit) => {
    const now = deps.now()
    const signsFrom = secondsAfter(now, publishedForSeconds)
    const lastTokenEnds = secondsAfter(signsFrom, deps.settings.OAUTH2_ACCESS_TOKEN_TTL + CLOCK_SKEW_SECONDS)
    await insertSigningKey(tx, storedForm(deps.secrets, key, signsFrom))
    await updateSignsFrom(tx, key.kid, signsFrom.toISOString())
    await retireOtherKeys(tx, key.kid, {
      now: now.toISOString(),
      signsFrom: signsFrom.toISOString(),
      lastTokenEnds: lastTokenEnds.toISOString(),
    })
    await auditRotation(deps, tx, actor, key.kid)
    await emit({ type: 'SigningKeysChanged' })
  })
  return key
}

/** Returns when every instance has the key, so that none receives a token of a key that it does not know. */
function publish(deps: Deps, key: SigningKey) {
  return inTransaction(deps, async (tx, emit) => {
    const signsFrom = secondsAfter(deps.now(), PUBLISHED_AHEAD_SECONDS)
    await insertSigningKey(tx, storedForm(deps.secrets, key, signsFrom))
    await emit({ type: 'SigningKeysChanged' })
  })
}

function secondsAfter(moment: Date, seconds: number) {
  return new Date(moment.getTime() + seconds * 1000)
}

/** The console acts without an actor. */
function auditRotation(deps: Deps, tx: Database, actor: Actor | undefined, kid: string) {
  const rotation = { action: 'key.rotated', details: { kid } }
  if (actor) return audit(deps, tx, actor, rotation)
  return insertAuditEntry(tx, { at: deps.now().toISOString(), actorId: null, ...rotation })
}
