import { among } from '@atrium/database/among'
import { removeLooseContents } from '@atrium/storage/loose-content'
import type { Database } from '#deps.ts'

/** For good, with all that hangs on them; who calls holds the tasks. The bytes of their attachments go after the commit. */
export async function removeTasks(tx: Database, ids: number[]) {
  const attachments = await tx.selectFrom('attachments').where(among('taskId', ids)).select('key').execute()
  await removeLooseContents(
    tx,
    attachments.map(({ key }) => key),
  )
  await tx.deleteFrom('tasks').where(among('id', ids)).execute()
}
