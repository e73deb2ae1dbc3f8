import { listStickers } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { listQuery } from '../api.ts'

/** The stickers that a task of the project can have: its own and those of all projects. */
export function stickersQuery(projectId: number) {
  return listQuery(['project', projectId, 'stickers'], listStickers, { query: { projectId, limit: 1000 } })
}
