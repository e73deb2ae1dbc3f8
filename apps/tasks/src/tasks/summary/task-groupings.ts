import { type RawBuilder, sql } from 'kysely'
import type { FieldType } from '#fields/field.contract.ts'
import type { TaskGrouping } from './task-summary.contract.ts'

type Sql = RawBuilder<unknown>
export interface Grouping {
  key: (today: string) => Sql
  /** For a key that a task can have several of. */
  lateral?: Sql
  /** The title of the group's record, in the tables of `from`. */
  title?: Sql
  parentTitle?: Sql
  from?: Sql
  order: Sql
  /** In the query language. */
  filterOf: (key: string | null) => string
}

const users = sql`left join users on users.id = groups.key`
const fullName = sql`nullif(concat_ws(' ', users.name, users.surname), '')`
const byName = sql`users.surname collate natural_order nulls last, users.name collate natural_order, groups.key`

/** Every task is in exactly one group. */
export const groupings: Record<TaskGrouping, Grouping> = {
  none: { key: () => sql`null`, order: sql`1`, filterOf: () => '' },
  project: {
    key: () => sql`tasks.project_id`,
    title: sql`projects.name`,
    from: sql`join projects on projects.id = groups.key`,
    order: sql`projects.name collate natural_order, groups.key`,
    filterOf: key => `project = ${key}`,
  },
  board: {
    key: () => sql`tasks.board_id`,
    title: sql`boards.name`,
    parentTitle: sql`projects.name`,
    from: sql`join boards on boards.id = groups.key join projects on projects.id = boards.project_id`,
    order: sql`projects.name collate natural_order, projects.id, boards.position, groups.key`,
    filterOf: key => `board = ${key}`,
  },
  column: {
    key: () => sql`tasks.column_id`,
    title: sql`board_columns.title`,
    parentTitle: sql`boards.name`,
    from: sql`join board_columns on board_columns.id = groups.key join boards on boards.id = board_columns.board_id`,
    order: sql`boards.project_id, boards.position, boards.id, board_columns.position, groups.key`,
    filterOf: key => `column = ${key}`,
  },
  priority: {
    key: () => sql`tasks.priority_id`,
    title: sql`task_priorities.name`,
    from: sql`join task_priorities on task_priorities.id = groups.key`,
    order: sql`task_priorities.level desc`,
    filterOf: key => `priority = ${key}`,
  },
  assignee: {
    key: () => sql`tasks.assignee_id`,
    title: fullName,
    from: users,
    order: byName,
    // The responsible person's, so that a task with several people is counted once.
    filterOf: key => `responsible = ${key ?? 'none'}`,
  },
  creator: {
    key: () => sql`tasks.creator_id`,
    title: fullName,
    from: users,
    order: byName,
    filterOf: key => `creator = ${key}`,
  },
  due: {
    key: today => sql`case
      when tasks.due_date < ${today}::date then case when tasks.completed_at is null then 'overdue' else 'past' end
      when tasks.due_date = ${today}::date then 'today'
      when tasks.due_date <= ${today}::date + 7 then 'soon'
      when tasks.due_date is not null then 'later' end`,
    order: sql`array_position(array['overdue', 'today', 'soon', 'later', 'past'], groups.key) nulls last`,
    filterOf: key => dueFilters[key as keyof typeof dueFilters] ?? 'due = none',
  },
  dueWeek: {
    key: () => sql`date_trunc('week', tasks.due_date)::date`,
    order: sql`groups.key nulls last`,
    filterOf: key => (key ? `due >= ${key} and due <= ${sixDaysAfter(key)}` : 'due = none'),
  },
  parent: {
    key: () => sql`tasks.parent_id`,
    title: sql`parents.title`,
    from: sql`left join tasks as parents on parents.id = groups.key`,
    order: sql`parents.project_id nulls last, parents.number`,
    filterOf: key => `parent = ${key ?? 'none'}`,
  },
  cycle: {
    key: () => sql`tasks.cycle_id`,
    title: sql`cycles.name`,
    from: sql`left join cycles on cycles.id = groups.key`,
    order: sql`cycles.project_id nulls last, cycles.start_date nulls last, groups.key`,
    filterOf: key => `cycle = ${key ?? 'none'}`,
  },
}

/** Undefined for types that have too many values, or none that tasks share. */
export function customGrouping({ id, type }: { id: number; type: FieldType }): Grouping | undefined {
  const value = sql`tasks.field_values ->> ${String(id)}::text`
  const filterOf = (key: string | null) => `cf${id} = ${key ?? 'none'}`
  const options = {
    title: sql`custom_field_options.name`,
    from: sql`left join custom_field_options on custom_field_options.id = groups.key`,
    order: sql`custom_field_options.position nulls last, groups.key`,
    filterOf,
  }
  switch (type) {
    case 'select':
      return { key: () => sql`(${value})::bigint`, ...options }
    case 'multi_select':
      return {
        key: () => sql`chosen.id::bigint`,
        lateral: sql`jsonb_array_elements_text(coalesce(tasks.field_values -> ${String(id)}::text, '[null]'))`,
        ...options,
      }
    case 'person':
      return { key: () => sql`(${value})::bigint`, title: fullName, from: users, order: byName, filterOf }
    case 'checkbox':
      return { key: () => sql`coalesce(${value}, 'false')`, order: sql`groups.key desc`, filterOf }
    default:
      return undefined
  }
}

const dueFilters = {
  overdue: 'overdue = true',
  today: 'due = today',
  soon: 'due > today and due <= today+7',
  later: 'due > today+7',
  past: 'due < today and overdue = false',
}

function sixDaysAfter(day: string) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 6)
  return date.toISOString().slice(0, 10)
}
