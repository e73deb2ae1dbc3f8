import { sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import { isRobot } from '#administration/user.queries.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import { rolesWith } from '#projects/rights.ts'
import { MAX_PORTFOLIO, type Portfolio, type Workload, type WorkloadQuery } from './portfolio.contract.ts'

const MAX_PEOPLE = 500
const natural = sql.raw('collate natural_order')

/** Completed tasks are only counted, so that an index is enough: a project can have very many. */
export async function getPortfolio(db: Database, actor: Actor, today: string): Promise<Portfolio> {
  const { rows: projects } = await sql<Portfolio['projects'][number]>`
    select projects.id, projects.name, projects.key, projects.color, projects.icon, projects.start_date,
      projects.target_date, project_members.role as my_role, done.done_count, open.*
    from project_members
    join projects on projects.id = project_members.project_id and projects.archived_at is null
    cross join lateral (
      select count(*) as done_count from tasks
      where tasks.project_id = projects.id and completed_at is not null and deleted_at is null
    ) as done
    cross join lateral (
      select count(*) as open_count, count(*) filter (where due_date < ${today}::date) as overdue_count,
        count(*) filter (where assignee_id is null) as unassigned_count,
        count(distinct assignee_id) as people_count,
        coalesce(sum(estimate_seconds), 0)::bigint as estimate_seconds,
        min(due_date) filter (where due_date >= ${today}::date) as next_due_date
      from tasks where tasks.project_id = projects.id and completed_at is null and deleted_at is null
    ) as open
    where ${isOwnProject(actor, 'project.read')}
    order by projects.name ${natural}, projects.id limit ${sql.lit(MAX_PORTFOLIO)}`.execute(db)
  return { projects }
}

/** Working hours are those of the person's settings, 8 hours from Monday to Friday by default. */
export async function getWorkload(
  db: Database,
  actor: Actor,
  { today, days }: Pick<WorkloadQuery, 'days'> & { today: string },
): Promise<Workload> {
  const lastDay = sql`(${today}::date + ${days}::integer - 1)`
  const { rows } = await sql<Workload>`
    with managed as (
      select projects.id, projects.name, projects.key, projects.color, projects.icon
      from project_members
      join projects on projects.id = project_members.project_id and projects.archived_at is null
      where ${isOwnProject(actor, 'time.any')}
      order by projects.name ${natural}, projects.id limit ${sql.lit(MAX_PORTFOLIO)}
    ), open as (
      select tasks.assignee_id as user_id, tasks.project_id, count(*) as open_count,
        count(*) filter (where tasks.due_date < ${today}::date) as overdue_count,
        count(*) filter (where tasks.estimate_seconds is null) as unestimated_count,
        coalesce(sum(tasks.estimate_seconds), 0)::bigint as estimate_seconds,
        count(*) filter (where tasks.due_date <= ${lastDay}) as due_count,
        coalesce(sum(tasks.estimate_seconds) filter (where tasks.due_date <= ${lastDay}), 0)::bigint as due_seconds
      from managed join tasks on tasks.project_id = managed.id and tasks.completed_at is null and tasks.deleted_at is null
      group by tasks.assignee_id, tasks.project_id
    ), loads as (
      select user_id, sum(open_count)::bigint as open_count, sum(overdue_count)::bigint as overdue_count,
        sum(unestimated_count)::bigint as unestimated_count, sum(estimate_seconds)::bigint as estimate_seconds,
        sum(due_count)::bigint as due_count, sum(due_seconds)::bigint as due_seconds,
        jsonb_agg(jsonb_build_object('id', project_id, 'openCount', open_count, 'overdueCount', overdue_count,
          'estimateSeconds', estimate_seconds) order by estimate_seconds desc, open_count desc, project_id) as projects
      from open group by user_id
    ), members as (
      select distinct project_members.user_id
      from managed join project_members on project_members.project_id = managed.id
        and project_members.role = any(${rolesWith('task.write')}::text[])
      join users on users.id = project_members.user_id and not ${isRobot}
    ), people as (
      select coalesce(members.user_id, loads.user_id) as person_id, loads.*
      from members full join loads on loads.user_id = members.user_id
      limit ${sql.lit(MAX_PEOPLE)}
    )
    select
      coalesce((select jsonb_agg(to_jsonb(managed) order by name ${natural}, id) from managed), '[]') as projects,
      coalesce((
        select jsonb_agg(jsonb_build_object('user', ${userSummary},
          'openCount', coalesce(people.open_count, 0), 'overdueCount', coalesce(people.overdue_count, 0),
          'unestimatedCount', coalesce(people.unestimated_count, 0),
          'estimateSeconds', coalesce(people.estimate_seconds, 0),
          'dueCount', coalesce(people.due_count, 0), 'dueSeconds', coalesce(people.due_seconds, 0),
          'capacitySeconds', case when users.id is not null then coalesce(settings.workday_seconds, 28800) * (
            select count(*) from generate_series(${today}::date, ${lastDay}, interval '1 day') as day
            where extract(isodow from day)::smallint = any(coalesce(settings.working_days, '{1,2,3,4,5}'))) end,
          'projects', coalesce(people.projects, '[]'))
          order by users.id is null, users.name ${natural}, users.surname ${natural}, users.id)
        from people left join users on users.id = people.person_id
        left join user_settings as settings on settings.user_id = people.person_id
      ), '[]') as people`.execute(db)
  return rows[0] ?? { projects: [], people: [] }
}

/** Matches projects in which the actor has the right by their role, within the limits of their token. */
function isOwnProject(actor: Actor, right: 'project.read' | 'time.any') {
  const limit = tokenProjects(actor) ?? null
  return sql`project_members.user_id = ${actor.id} and project_members.role = any(${rolesWith(right)}::text[])
    and (${limit}::bigint[] is null or projects.id = any(${limit}::bigint[]))`
}
