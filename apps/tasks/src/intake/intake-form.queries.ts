import { listReply, type Page } from '@atrium/core/paging'
import { countRows } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { AskedField, FieldUse, IntakeForm } from './intake-form.contract.ts'

export const intakeFormRecord = {
  find: (db: Database, userId: number, id: number): Promise<RecordAccess | undefined> =>
    selectAccess(db, userId)
      .innerJoin('intakeForms', 'intakeForms.projectId', 'projects.id')
      .where('intakeForms.id', '=', id)
      .$castTo<RecordAccess>()
      .executeTakeFirst(),
  notFound: 'form_not_found',
} as const

/** All of a project, which are few: a page is cut from them. */
export async function listForms(db: Database, projectId: number, page: Page) {
  const rows = await selectForms(db)
    .where('intakeForms.projectId', '=', projectId)
    .orderBy(sql`intake_forms.name collate natural_order`)
    .orderBy('intakeForms.id')
    .execute()
  return listReply(rows.slice(page.offset, page.offset + page.limit), rows.length, page)
}

export async function getForm(db: Database, id: number): Promise<StoredForm> {
  const form = await selectForms(db).where('intakeForms.id', '=', id).executeTakeFirst()
  if (!form) throw new NotFound('form_not_found')
  return form
}

export type StoredForm = Omit<IntakeForm, 'url'> & { token: string; createdBy: number | null }

function selectForms(db: Database) {
  return db
    .selectFrom('intakeForms')
    .innerJoin('boardColumns', join =>
      join
        .onRef('boardColumns.boardProjectId', '=', 'intakeForms.projectId')
        .onRef('boardColumns.id', '=', 'intakeForms.columnId'),
    )
    .select([
      'intakeForms.id',
      'intakeForms.projectId',
      'intakeForms.columnId',
      'boardColumns.boardId',
      'intakeForms.name',
      'intakeForms.introduction',
      'intakeForms.token',
      'intakeForms.description',
      'intakeForms.email',
      'intakeForms.fields',
      'intakeForms.dailyLimit',
      'intakeForms.isEnabled',
      'intakeForms.sentAt',
      'intakeForms.createdBy',
      'intakeForms.createdAt',
      'intakeForms.updatedAt',
    ])
    .$castTo<StoredForm>()
}

/** A form that can be sent: it and the forms of its project are on, and its column is there. */
export function findOpenForm(db: Database, token: string) {
  return selectForms(db)
    .innerJoin('projects', 'projects.id', 'intakeForms.projectId')
    .innerJoin('boards', join =>
      join
        .onRef('boards.projectId', '=', 'intakeForms.projectId')
        .onRef('boards.id', '=', 'boardColumns.boardId'),
    )
    .where('intakeForms.token', '=', token)
    .where('intakeForms.isEnabled', '=', true)
    .where('projects.hasIntake', '=', true)
    .where('projects.archivedAt', 'is', null)
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .executeTakeFirst()
}

export async function hasIntake(db: Database, projectId: number) {
  const project = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('hasIntake')
    .executeTakeFirst()
  return project?.hasIntake ?? false
}

export async function setIntake(tx: Database, projectId: number, isEnabled: boolean) {
  await tx.updateTable('projects').set({ hasIntake: isEnabled }).where('id', '=', projectId).execute()
}

/** Whether a task can be created in the column. */
export async function isColumnOf(tx: Database, projectId: number, columnId: number) {
  const column = await tx
    .selectFrom('boardColumns')
    .innerJoin('boards', join =>
      join
        .onRef('boards.projectId', '=', 'boardColumns.boardProjectId')
        .onRef('boards.id', '=', 'boardColumns.boardId'),
    )
    .where('boardColumns.boardProjectId', '=', projectId)
    .where('boardColumns.id', '=', columnId)
    .where('boardColumns.deletedAt', 'is', null)
    .where('boards.deletedAt', 'is', null)
    .select('boardColumns.id')
    .executeTakeFirst()
  return column !== undefined
}

export function countForms(tx: Database, projectId: number) {
  return countRows(tx.selectFrom('intakeForms').where('projectId', '=', projectId))
}

export interface SavedForm {
  columnId: number
  name: string
  introduction: string | null
  description: FieldUse
  email: FieldUse
  fields: AskedField[]
  dailyLimit: number
  isEnabled: boolean
}

/** A list would become an array of PostgreSQL. */
function stored({ fields, ...others }: Partial<SavedForm>) {
  return { ...others, ...(fields && { fields: JSON.stringify(fields) }) }
}

interface Creation {
  projectId: number
  token: string
  createdBy: number
  now: string
}

export async function insertForm(tx: Database, form: SavedForm, { now, ...creation }: Creation) {
  const { id } = await tx
    .insertInto('intakeForms')
    .values({ ...stored(form), ...creation, createdAt: now, updatedAt: now } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateForm(
  tx: Database,
  { projectId, id }: { projectId: number; id: number },
  changes: Partial<SavedForm>,
  now: string,
) {
  await tx
    .updateTable('intakeForms')
    .set({ ...stored(changes), updatedAt: now } as never)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute()
}

export async function deleteForm(tx: Database, projectId: number, id: number) {
  await tx.deleteFrom('intakeForms').where('projectId', '=', projectId).where('id', '=', id).execute()
}

interface Periods {
  now: string
  /** When the minutes began that are looked back on. */
  recentFrom: string
  /** When the day began. */
  dayFrom: string
}

/**
 * Counts an entry, and returns how many there were in the last minutes and on this day, with this one. Both periods begin again
 * with the first entry after they have ended.
 */
export async function countEntry(
  db: Database,
  { projectId, id }: Pick<StoredForm, 'projectId' | 'id'>,
  { now, recentFrom, dayFrom }: Periods,
) {
  const isRecent = sql`coalesce(recent_since, '-infinity') > ${recentFrom}`
  const isToday = sql`coalesce(day_since, '-infinity') >= ${dayFrom}`
  return db
    .updateTable('intakeForms')
    .set({
      recentCount: sql`case when ${isRecent} then recent_count else 0 end + 1`,
      recentSince: sql`case when ${isRecent} then recent_since else ${now}::timestamptz end`,
      dayCount: sql`case when ${isToday} then day_count else 0 end + 1`,
      daySince: sql`${dayFrom}::timestamptz`,
      sentAt: now,
    })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(['recentCount', 'dayCount'])
    .executeTakeFirst()
}
