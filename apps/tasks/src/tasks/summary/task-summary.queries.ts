import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { type CustomFields, findCustomFields } from '#views/custom-fields.ts'
import { selectMatchingTasks } from '../matching-tasks.queries.ts'
import { customGrouping, type Grouping, groupings } from './task-groupings.ts'
import type { TaskGroup, TaskGrouping, TaskSummary, TaskSummaryQuery } from './task-summary.contract.ts'

/** All groups in one statement. */
export async function summarizeTasks(
  db: Database,
  actor: Actor,
  { groupBy, sums, ...filters }: TaskSummaryQuery,
  now: Date,
): Promise<TaskSummary> {
  const today = filters.today ?? now.toISOString().slice(0, 10)
  const customFields = await findCustomFields(db, actor, groupBy, sums)
  const grouping = groupingOf(groupBy, customFields)
  const summed = summedFields(sums, customFields)
  const matching = await selectMatchingTasks(db, actor, filters, now)
  const groupsOf = (one: Grouping) => listGroups(db, matching, one, { today, summed })
  const [rows, all] = await Promise.all([
    groupsOf(grouping),
    // The groups of a list of several options add up to more than there are tasks.
    grouping.lateral ? groupsOf(groupings.none) : undefined,
  ])
  return {
    ...totalOf(all ?? rows, summed),
    groups: groupBy === 'none' ? [] : rows.map(row => ({ ...row, filter: grouping.filterOf(row.key) })),
  }
}

function groupingOf(groupBy: TaskSummaryQuery['groupBy'], customFields: CustomFields) {
  if (!groupBy.startsWith('cf')) return groupings[groupBy as TaskGrouping]
  const field = customFields.get(groupBy)
  if (!field) throw new ValidationFailed({ groupBy: 'does_not_exist' })
  const grouping = customGrouping(field)
  if (!grouping) throw new ValidationFailed({ groupBy: 'field_without_groups' })
  return grouping
}

function summedFields(sums: string | undefined, customFields: CustomFields) {
  const fields = (sums?.split(',') ?? []).map(name => customFields.get(name))
  return fields.map(field => {
    if (!field) throw new ValidationFailed({ sums: 'does_not_exist' })
    if (field.type !== 'number') throw new ValidationFailed({ sums: 'number_field_expected' })
    return field.id
  })
}

interface Wanted {
  today: string
  /** The ids of custom fields. */
  summed: number[]
}

async function listGroups(
  db: Database,
  matching: Awaited<ReturnType<typeof selectMatchingTasks>>,
  { key, lateral, title, parentTitle, from, order }: Grouping,
  { today, summed }: Wanted,
) {
  const chosen = lateral && sql<{ id: string }>`${lateral}`.as<'chosen'>(sql`chosen (id)`)
  const tasks = chosen
    ? (matching.innerJoinLateral(chosen, join => join.onTrue()) as unknown as typeof matching)
    : matching
  const grouped = tasks
    .select([
      key(today).as('key'),
      sql`count(*)`.as('count'),
      sql`coalesce(sum(tasks.estimate_seconds), 0)::bigint`.as('estimateSeconds'),
      sql`coalesce(sum(tasks.tracked_seconds), 0)::bigint`.as('trackedSeconds'),
      fieldSums(summed).as('fieldSums'),
    ])
    .groupBy(sql`1`)
  const { rows } = await sql<Omit<TaskGroup, 'filter'>>`
    with groups as materialized (${grouped})
    select groups.key::text as key, groups.count, groups.estimate_seconds, groups.tracked_seconds,
      ${title ?? sql`null`} as title, ${parentTitle ?? sql`null`} as parent_title, groups.field_sums
    from groups ${from ?? sql``} order by ${order}`.execute(db)
  return rows.map(({ fieldSums, ...row }) => ({ ...row, ...(summed.length > 0 && { fieldSums }) }))
}

/** By the ids of the fields; decimal, so that tenths add up exactly. */
function fieldSums(ids: number[]): RawBuilder<unknown> {
  const sums = ids.flatMap(id => [
    sql`${String(id)}::text`,
    sql`coalesce(sum((tasks.field_values ->> ${String(id)}::text)::numeric), 0)`,
  ])
  return ids.length === 0 ? sql`null` : sql`jsonb_build_object(${sql.join(sums)})`
}

function totalOf(rows: Omit<TaskGroup, 'filter'>[], summed: number[]) {
  const add = (read: (row: Omit<TaskGroup, 'filter'>) => number) =>
    rows.reduce((total, row) => total + read(row), 0)
  return {
    count: add(({ count }) => count),
    estimateSeconds: add(({ estimateSeconds }) => estimateSeconds),
    trackedSeconds: add(({ trackedSeconds }) => trackedSeconds),
    ...(summed.length > 0 && {
      fieldSums: Object.fromEntries(
        summed.map(id => [id, rounded(add(({ fieldSums }) => fieldSums?.[id] ?? 0))]),
      ),
    }),
  }
}

/** Without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(sum: number) {
  return Number(sum.toPrecision(15))
}
