import { getProjectFiles } from '@atrium/tasks/tasks/attachments/project-files.contract'
import { itemQuery } from '../../api.ts'

export function filesQuery(id: number) {
  return itemQuery(['project', id, 'files'], getProjectFiles, { params: { id } })
}
