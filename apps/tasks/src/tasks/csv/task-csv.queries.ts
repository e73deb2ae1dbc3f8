import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { Language } from '@atrium/core/language'
import { among } from '@atrium/database/conditions'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import type { CustomField } from '#fields/field.contract.ts'
import { listFieldsById } from '#fields/field.queries.ts'
import { texts } from '#texts.ts'
import { findCustomFields } from '#views/custom-fields.ts'
import { selectMatchingTasks } from '../matching-tasks.queries.ts'
import type { Task } from '../task.contract.ts'
import { listTasksOf } from '../task.queries.ts'
import { listTaskIds } from '../task-list.queries.ts'
import { type CsvCell, type CsvNames, fieldCell, taskColumns } from './csv-columns.ts'
import type { CsvColumn, TaskCsvQuery } from './task-csv.contract.ts'

const BATCH = 200

/**
 * The parts of the file. The ids of all tasks come first, so that the order is that of one moment; then a few tasks at a time,
 * whatever their number, and no connection waits for a slow reader. What the user can no longer see by then is left out.
 */
export async function taskCsv(
  db: Database,
  actor: Actor,
  { columns, ...filters }: TaskCsvQuery,
  { now, language }: { now: Date; language: Language },
) {
  const shown = await csvColumnsOf(db, actor, columns.split(','), language)
  const batches = await listTaskIds(db, actor, filters, now, BATCH)

  async function* parts() {
    yield BYTE_ORDER_MARK + toCsv([shown.map(({ heading }) => heading)])
    for (const ids of batches) {
      const matching = await selectMatchingTasks(db, actor, { ...filters, ids: ids.join() }, now)
      const visible = new Set((await matching.select('tasks.id').execute()).map(({ id }) => id))
      const tasks = await listTasksOf(
        db,
        ids.filter(id => visible.has(id)),
      )
      if (tasks.length === 0) continue
      const names = await listNames(db, tasks, shown)
      yield toCsv(tasks.map(task => shown.map(({ cell }) => cell(task, names))))
    }
  }
  return parts()
}

interface ShownColumn {
  heading: string
  field?: CustomField
  cell: (task: Task, names: CsvNames) => CsvCell
}

async function csvColumnsOf(
  db: Database,
  actor: Actor,
  names: string[],
  language: Language,
): Promise<ShownColumn[]> {
  const readable = await findCustomFields(db, actor, names.join(' '))
  const fields = await listFieldsById(
    db,
    [...readable.values()].map(({ id }) => id),
  )
  return names.map(name => {
    if (!name.startsWith('cf')) {
      const heading = texts(language).tasks.csv.headings[name as CsvColumn]
      return { heading, cell: (task, known) => taskColumns[name as CsvColumn](task, known, language) }
    }
    const field = fields.find(({ id }) => `cf${id}` === name)
    if (!field) throw new ValidationFailed({ columns: 'does_not_exist' })
    return {
      heading: field.name,
      field,
      cell: (task, known) => fieldCell(field, task.fields[field.id], known, language),
    }
  })
}

async function listNames(db: Database, tasks: Task[], shown: ShownColumn[]): Promise<CsvNames> {
  const personFields = shown.flatMap(({ field }) => (field?.type === 'person' ? [field.id] : []))
  const userIds = tasks.flatMap(({ assigneeIds, creatorId, fields }) => [
    ...assigneeIds,
    creatorId,
    ...personFields.map(id => Number(fields[id] ?? 0)),
  ])
  const distinct = (ids: number[]) => [...new Set(ids)]
  const cycleIds = tasks.flatMap(({ cycleId }) => cycleId ?? [])
  const [projects, boards, columns, priorities, people, cycles] = await Promise.all([
    db
      .selectFrom('projects')
      .where(among('id', distinct(tasks.map(({ projectId }) => projectId))))
      .select(['id', 'name', 'key'])
      .execute(),
    db
      .selectFrom('boards')
      .where(among('id', distinct(tasks.map(({ boardId }) => boardId))))
      .select(['id', 'name'])
      .execute(),
    db
      .selectFrom('boardColumns')
      .where(among('id', distinct(tasks.map(({ columnId }) => columnId))))
      .select(['id', 'title'])
      .execute(),
    db.selectFrom('taskPriorities').select(['id', 'name']).execute(),
    db
      .selectFrom('users')
      .where(among('id', distinct(userIds)))
      .select(['id', 'name', 'surname'])
      .execute(),
    db
      .selectFrom('cycles')
      .where(among('id', distinct(cycleIds)))
      .select(['id', 'name'])
      .execute(),
  ])
  return {
    projects: new Map(projects.map(project => [project.id, project])),
    boards: new Map(boards.map(({ id, name }) => [id, name])),
    columns: new Map(columns.map(({ id, title }) => [id, title])),
    priorities: new Map(priorities.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(' ')])),
    cycles: new Map(cycles.map(({ id, name }) => [id, name])),
  }
}
