import { among } from '@atrium/database/conditions'
import type { Database } from '#database.ts'
import { rolesWith } from '#projects/rights.ts'

type List = (db: Database, projectId: number, ids: number[]) => Promise<number[]>

/** The columns of the project among these. */
export const listColumnIds: List = async (db, projectId, ids) => {
  const columns = await db
    .selectFrom('boardColumns')
    .innerJoin('boards', 'boards.id', 'boardColumns.boardId')
    .where('boards.projectId', '=', projectId)
    .where('boardColumns.boardProjectId', '=', projectId)
    .where(among('boardColumns.id', ids))
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select('boardColumns.id')
    .execute()
  return columns.map(({ id }) => id)
}

export const listMemberIds: List = async (db, projectId, ids) => {
  const members = await selectMembers(db, projectId, ids).execute()
  return members.map(({ userId }) => userId)
}

export const listAssignableIds: List = async (db, projectId, ids) => {
  const members = await selectMembers(db, projectId, ids)
    .where('role', 'in', rolesWith('task.write'))
    .execute()
  return members.map(({ userId }) => userId)
}

function selectMembers(db: Database, projectId: number, ids: number[]) {
  return db
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where(among('userId', ids))
    .select('userId')
}

/** Stickers of the project, and those of all projects. */
export const listStickerIds: List = async (db, projectId, ids) => {
  const stickers = await db
    .selectFrom('stickers')
    .where(among('id', ids))
    .where(({ eb, or }) => or([eb('projectId', '=', projectId), eb('projectId', 'is', null)]))
    .select('id')
    .execute()
  return stickers.map(({ id }) => id)
}

/** Templates of tasks. */
export const listTemplateIds: List = async (db, projectId, ids) => {
  const templates = await db
    .selectFrom('templates')
    .where(among('id', ids))
    .where('projectId', '=', projectId)
    .where('kind', '=', 'task')
    .select('id')
    .execute()
  return templates.map(({ id }) => id)
}

export const listPriorityIds: List = async (db, _projectId, ids) => {
  const priorities = await db.selectFrom('taskPriorities').where(among('id', ids)).select('id').execute()
  return priorities.map(({ id }) => id)
}

/** Cycles of the project that are not finished. */
export const listCycleIds: List = async (db, projectId, ids) => {
  const cycles = await db
    .selectFrom('cycles')
    .where('projectId', '=', projectId)
    .where(among('id', ids))
    .where('finishedAt', 'is', null)
    .select('id')
    .execute()
  return cycles.map(({ id }) => id)
}

export const listFieldIds: List = async (db, projectId, ids) => {
  const fields = await db
    .selectFrom('customFields')
    .where('projectId', '=', projectId)
    .where(among('id', ids))
    .select('id')
    .execute()
  return fields.map(({ id }) => id)
}
