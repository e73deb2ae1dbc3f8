import { inTransaction } from '@atrium/database/transaction'
import { removeLooseContent } from '@atrium/storage/loose-content'
import type { Actor } from '#access-control/actor.ts'
import { holdSubject } from '#access-control/hold-subject.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { deleteFile, getFile } from './file.queries.ts'

export function removeFile(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { userId, key, name } = await getFile(tx, id)
    await holdSubject(tx, actor, userId)
    await deleteFile(tx, id)
    await removeLooseContent(tx, key)
    const details = { userId, name }
    await audit(deps, tx, actor, { action: 'file.deleted', subjectType: 'file', subjectId: id, details })
  })
}
