import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { findIdentity } from '#sign-in/providers/identity.queries.ts'
import { linkIdentity, type VerifiedPerson } from '#sign-in/providers/provision-user.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { upsertUpstreamSession } from './upstream-sign-in.queries.ts'

const LIFETIME_MS = 600_000
const PURPOSE = 'upstream proof'
const TOKEN_PURPOSE = 'upstream ID token'

/** What a provider has confirmed, while the sign-in page asks for more: the password of an account to link, or a code. */
export interface UpstreamProof {
  provider: string
  providerName: string
  person: VerifiedPerson
  sid: string | null
  idToken: string | null
  userId: number
  /** Whether the account elsewhere is linked once the user has signed in here. */
  isLink: boolean
  expiresAt: number
}

export function sealProof({ secrets, now }: Deps, proof: Omit<UpstreamProof, 'expiresAt'>) {
  const content = { ...proof, expiresAt: now().getTime() + LIFETIME_MS }
  return secrets.seal(PURPOSE, Buffer.from(JSON.stringify(content)))
}

export function readProof({ secrets, now }: Deps, sealed: string | undefined): UpstreamProof | undefined {
  if (!sealed) return undefined
  try {
    const proof: UpstreamProof = JSON.parse(secrets.unseal(PURPOSE, sealed).toString())
    return proof.expiresAt > now().getTime() ? proof : undefined
  } catch {
    return undefined
  }
}

/** What the sign-in page says about an account that is linked after it. */
export function linkOf(proof: UpstreamProof | undefined) {
  return proof?.isLink ? { provider: proof.providerName, isLinkable: true } : undefined
}

/** Links the account elsewhere, and remembers its session, if the proof is about the user who has just signed in. */
export async function continueUpstream(
  deps: Deps,
  proof: UpstreamProof | undefined,
  { userId, familyId }: { userId: number; familyId: number },
) {
  if (proof?.userId !== userId) return
  const seen = { ...proof.person, provider: proof.provider }
  await inTransaction(deps, async tx => {
    if (proof.isLink && !(await findIdentity(tx, seen))) await linkIdentity(deps, tx, userId, seen)
  })
  await rememberUpstream(deps, proof, familyId)
}

/** Remembers which session elsewhere a session of this browser came from. */
export async function rememberUpstream(
  deps: Deps,
  { provider, person, sid, idToken }: Pick<UpstreamProof, 'provider' | 'person' | 'sid' | 'idToken'>,
  familyId: number,
) {
  const { sessionId } = await getAuthentication(deps.db, familyId)
  if (sessionId === null) return
  const { issuer, subject } = person
  const sealed = idToken && deps.secrets.seal(TOKEN_PURPOSE, Buffer.from(idToken))
  await upsertUpstreamSession(deps.db, { sessionId, provider, issuer, subject, sid, idToken: sealed })
}

export function openIdToken({ secrets }: Deps, sealed: string) {
  return secrets.unseal(TOKEN_PURPOSE, sealed).toString()
}
