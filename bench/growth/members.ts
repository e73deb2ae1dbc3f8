import type pg from 'pg'
import { withAtrium, withDatabase } from '../atrium.ts'
import { createBoards } from '../boards.ts'
import { limit } from '../options.ts'
import type { Report } from '../report.ts'
import { type Send, signedIn } from '../requests.ts'
import { growthOf, growthTitle, measureP95, type Works } from './p95.ts'

const SMALL = 10
const LARGE = limit('BENCH_MEMBERS')

/** What a member does every day in a project of many people. */
export function measureMemberGrowth(report: Report) {
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.tasksDatabaseUrl, async database => {
      const { send, userId } = await signedIn(atrium)
      const [board] = await createBoards(database, userId, { boards: 1, columns: 5, cards: 100 })
      const { item } = await send('GET', `/task/${board?.taskIds[0]}`)
      await addMembers(database, item.projectId, SMALL)
      const small = await measureP95(worksOf(send, item))
      await addMembers(database, item.projectId, LARGE)
      const large = await measureP95(worksOf(send, item))
      report.addGrowth(growthTitle(SMALL, LARGE, 'members of a project'), growthOf(small, large))
    }),
  )
}

interface Task {
  id: number
  projectId: number
  boardId: number
  columnId: number
}

/** Pages of members are as long in the small project as in the large one: a longer answer is not what grows. */
function worksOf(send: Send, { id, projectId, boardId, columnId }: Task): Works {
  return {
    'read one task': () => send('GET', `/task/${id}`),
    'list tasks': () => send('GET', `/task?projectId=${projectId}`),
    'board snapshot': () => send('GET', `/board/${boardId}/full`),
    'first page of members': () => send('GET', `/project/${projectId}/member?limit=10`),
    'search members': () => send('GET', `/project/${projectId}/member?limit=1&search=person+7`),
    'list projects': () => send('GET', '/project'),
    create: () => send('POST', '/task', { title: 'A benchmark task', columnId }),
    comment: () => send('POST', `/task/${id}/comment`, { text: 'A benchmark comment' }),
    move: () => send('POST', `/task/${id}/move-to-column`, { columnId }),
  }
}

/** Adds users up to this number of members. */
async function addMembers(database: pg.Client, projectId: number, members: number) {
  await database.query(
    `with added as (
       insert into users (email, surname, name) select 'member' || n || '@example.org', 'Member', 'Person ' || n
       from generate_series((select count(*) from project_members where project_id = $1::bigint) + 1, $2::int) as n returning id)
     insert into project_members (project_id, user_id, role) select $1::bigint, id, 'member' from added`,
    [projectId, members],
  )
  await database.query('vacuum analyze')
}
