import { randomBytes } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import { hash } from '@node-rs/argon2'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import { getBoard } from '#boards/board.queries.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import type { CreatedShare, NewShare } from './share.contract.ts'
import * as queries from './share.queries.ts'

const MAX_SHARES = 50
const TOKEN_BYTES = 32
/** OWASP's parameters for argon2id, which is what the library uses unless it is told otherwise. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function createShare(
  deps: Deps,
  actor: Actor,
  boardId: number,
  { password, endsAt = null, showsComments, showsFiles }: NewShare,
): Promise<CreatedShare> {
  const now = deps.now()
  if (endsAt && Date.parse(endsAt) <= now.getTime())
    throw new ValidationFailed({ endsAt: 'not_in_the_future' })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const passwordHash = password ? await hash(password, parameters) : null
  return inTransaction(deps, async tx => {
    const { projectId } = await getBoard(tx, boardId)
    await lockProjectWithRight(tx, actor, projectId, 'board.share')
    if ((await queries.countShares(tx, boardId)) >= MAX_SHARES)
      throw new Conflict('too_many_shares', { limit: MAX_SHARES })
    const id = await queries.insertShare(tx, {
      projectId,
      boardId,
      createdBy: actor.id,
      digest: sha256(token),
      passwordHash,
      endsAt,
      showsComments,
      showsFiles,
      createdAt: now.toISOString(),
    })
    const details = {
      shareId: id,
      projectId,
      hasPassword: passwordHash !== null,
      endsAt,
      showsComments,
      showsFiles,
    }
    await audit(deps, tx, actor, { action: 'share.created', ...about(boardId), details })
    return { ...(await queries.getShare(tx, id)), url: `${deps.settings.TASKS_URL}/share/${token}` }
  })
}

export function deleteShare(deps: Deps, actor: Actor, id: number, projectId: number) {
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'board.share')
    const deleted = await queries.deleteShare(tx, projectId, id)
    if (!deleted) throw new NotFound('share_not_found')
    await audit(deps, tx, actor, {
      action: 'share.deleted',
      ...about(deleted.boardId),
      details: { shareId: id, projectId },
    })
  })
}

function about(subjectId: number) {
  return { subjectType: 'board', subjectId }
}
