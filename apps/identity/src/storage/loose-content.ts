import { looseContentTasks } from '@atrium/storage/loose-content'
import type { Deps } from '#deps.ts'
import { hasFileWithKey } from './file.queries.ts'

export function storageTasks({ db, storage }: Deps) {
  return looseContentTasks(storage, key => hasFileWithKey(db, key))
}
