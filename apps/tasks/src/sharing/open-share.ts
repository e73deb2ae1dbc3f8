import { timingSafeEqual } from 'node:crypto'
import { openText, sealText } from '@atrium/core/sealed-text'
import { sha256 } from '@atrium/core/sha256'
import { verify } from '@node-rs/argon2'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findBoardAccess } from '#boards/board.queries.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, Gone, NotAuthenticated, NotFound, TooManyRequests } from '#errors.ts'
import { requireRight } from '#projects/require-right.ts'
import type { StoredShare } from './share.queries.ts'
import * as queries from './share.queries.ts'

const PURPOSE = 'password of a share link'
const COOKIE_SECONDS = 12 * 3600
const MAX_TRIES = 20
const PERIOD_MS = 900_000

/** Whatever is missing, the answer is the same: a token proves nothing else. */
export async function findShare(deps: Deps, token: string): Promise<StoredShare> {
  const share = await queries.findShareByDigest(deps.db, sha256(token))
  if (!share || hasEnded(share, deps.now())) throw new NotFound('share_not_found')
  await requireCreator(deps, share).catch(refuse)
  return share
}

/** Refuses unless the creator of the link still has an account and the right to share the board, which is neither deleted nor archived. */
async function requireCreator(deps: Deps, { createdBy, boardId }: StoredShare) {
  const actor = await deps.absentUsers.find(createdBy)
  const access = actor && (await findBoardAccess(deps.db, actor.id, boardId))
  if (!access) throw new NotFound('share_not_found')
  requireRight(actor, access, 'board.share')
}

function hasEnded({ endsAt }: StoredShare, now: Date) {
  return endsAt !== null && Date.parse(endsAt) <= now.getTime()
}

function refuse(error: unknown): never {
  if ([NotFound, Forbidden, Gone, Conflict].some(kind => error instanceof kind))
    throw new NotFound('share_not_found')
  throw error
}

/** A share that this browser can read. */
export async function findReadableShare(deps: Deps, request: FastifyRequest, token: string) {
  const share = await findShare(deps, token)
  if (!isUnlocked(deps, request, share)) throw new NotAuthenticated('share_password_required')
  return share
}

export function isUnlocked({ settings, now }: Deps, { cookies }: FastifyRequest, share: StoredShare) {
  if (share.passwordHash === null) return true
  const [proof = '', endsAt = 0] = opened(settings.TASKS_CLIENT_SECRET, cookies[cookieName(share)])
  const expected = proofOf(share, share.passwordHash)
  return (
    proof.length === expected.length &&
    timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) &&
    Number(endsAt) > now().getTime()
  )
}

function opened(secret: string, cookie: string | undefined) {
  try {
    return openText(secret, PURPOSE, cookie ?? '').split(' ')
  } catch {
    return []
  }
}

/** Counts the try before it verifies: however many arrive at once, only a few are verified. */
export async function enterPassword(deps: Deps, reply: FastifyReply, share: StoredShare, password: string) {
  const { passwordHash } = share
  if (passwordHash === null) return
  const now = deps.now()
  const before = new Date(now.getTime() - PERIOD_MS).toISOString()
  const tries = await queries.countTry(deps.db, share, now.toISOString(), before)
  if (tries > MAX_TRIES)
    throw new TooManyRequests('share_password_throttled', { retryAfter: PERIOD_MS / 1000 })
  if (!(await verify(passwordHash, password))) throw new NotAuthenticated('share_password_wrong')
  await queries.forgetTry(deps.db, share)
  const { COOKIE_SECURE, TASKS_CLIENT_SECRET } = deps.settings
  const proof = `${proofOf(share, passwordHash)} ${now.getTime() + COOKIE_SECONDS * 1000}`
  reply.setCookie(cookieName(share), sealText(TASKS_CLIENT_SECRET, PURPOSE, proof), {
    httpOnly: true,
    secure: COOKIE_SECURE,
    sameSite: 'lax',
    path: '/',
    maxAge: COOKIE_SECONDS,
  })
}

function cookieName({ id }: StoredShare) {
  return `atrium_share_${id}`
}

function proofOf({ id }: StoredShare, passwordHash: string) {
  return `${id}.${sha256(passwordHash)}`
}
