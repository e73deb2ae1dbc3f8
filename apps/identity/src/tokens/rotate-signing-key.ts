import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import { storedForm } from './key-ring.ts'
import { insertSigningKey, retireOtherKeys } from './signing-key.queries.ts'
import { keyId, type SigningKey } from './signing-key-files.ts'

const makePair = promisify(generateKeyPair)
const CLOCK_SKEW_SECONDS = 60

/** The new key is published at once and signs a little later; the old one verifies until its last token has ended. */
export async function rotateSigningKey(
  deps: Deps,
  publishedForSeconds: number,
  actor?: Actor,
): Promise<SigningKey> {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 2048 })
  const key = { kid: keyId(publicKey), publicKey, privateKey }
  const now = deps.now()
  const signsFrom = secondsAfter(now, publishedForSeconds)
  const lastTokenEnds = secondsAfter(signsFrom, deps.settings.OAUTH2_ACCESS_TOKEN_TTL + CLOCK_SKEW_SECONDS)
  const retirement = {
    now: now.toISOString(),
    signsFrom: signsFrom.toISOString(),
    lastTokenEnds: lastTokenEnds.toISOString(),
  }
  await inTransaction(deps, async (tx, announce) => {
    await insertSigningKey(tx, storedForm(deps.settings, key, signsFrom))
    await retireOtherKeys(tx, key.kid, retirement)
    await tell(deps, tx, actor, key.kid)
    await announce({ name: 'SigningKeysChanged' })
  })
  return key
}

function secondsAfter(moment: Date, seconds: number) {
  return new Date(moment.getTime() + seconds * 1000)
}

/** Whoever may run the console is nobody in particular. */
function tell(deps: Deps, tx: Database, actor: Actor | undefined, kid: string) {
  const told = { action: 'key.rotated', details: { kid } }
  if (actor) return audit(deps, tx, actor, told)
  return insertAuditEntry(tx, { at: deps.now().toISOString(), actorId: null, ...told })
}
