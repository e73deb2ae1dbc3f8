import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { holdSubject } from '#access-control/hold-subject.ts'
import type { Deps } from '#deps.ts'
import type { NewFile } from './file.contract.ts'
import { keepContent, recordFile } from './keep-file.ts'

export async function uploadFile(deps: Deps, actor: Actor, { file, purpose = 'document', userId }: NewFile) {
  const content = await keepContent(deps, file, purpose)
  return inTransaction(deps, async tx =>
    recordFile(deps, tx, actor, await holdSubject(tx, actor, userId), content),
  )
}
