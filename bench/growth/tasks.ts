import type pg from 'pg'
import { withAtrium, withDatabase } from '../atrium.ts'
import { limit } from '../options.ts'
import type { Report } from '../report.ts'
import { type Send, signedIn } from '../requests.ts'
import { growthOf, growthTitle, measureP95, type Works } from './p95.ts'
import { benchSticker, loadProjects, TASKS_IN_PROJECT } from './task-data.ts'

const SMALL = 10_000
const LARGE = limit('BENCH_TASKS')

/** Every list, filter and order of a user whose own ten projects stay as they are. */
export function measureTaskGrowth(report: Report) {
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.tasksDatabaseUrl, async database => {
      const { send, userId } = await signedIn(atrium)
      await loadProjects(database, userId, SMALL / TASKS_IN_PROJECT)
      const small = await measureP95(await worksOf(send, database))
      await loadProjects(database, userId, Math.ceil(LARGE / TASKS_IN_PROJECT))
      const large = await measureP95(await worksOf(send, database))
      report.addGrowth(growthTitle(SMALL, LARGE, 'tasks'), growthOf(small, large))
    }),
  )
}

async function worksOf(send: Send, database: pg.Client): Promise<Works> {
  const { items } = await send('GET', '/task?limit=1000')
  const [task] = items
  const { projectId, boardId, columnId } = task
  const [points, severity] = await projectFields(send, projectId)
  const lists: Record<string, string> = {
    'all my tasks': '',
    'by project': `projectId=${projectId}`,
    'by board': `boardId=${boardId}`,
    'by column': `columnId=${columnId}`,
    'assigned to me': 'assigneeId=me',
    unassigned: 'assigneeId=none',
    'created by me': 'creatorId=me',
    'by priority': 'priorityId=3',
    'by sticker': `stickerId=${await benchSticker(database)}`,
    'by ids': `ids=${items.slice(0, 50).map(({ id }: { id: number }) => id)}`,
    'due in a week': `dueFrom=${day(0)}&dueTo=${day(7)}`,
    overdue: 'overdue=true',
    completed: 'completed=true',
    'created today': `createdFrom=${day(0)}`,
    trash: 'deleted=true',
    'search, rare word': 'search=1679091c5a880faf',
    'search, common word': 'search=about',
    'search, part of a word': 'search=wha+oug',
    'search, two characters': 'search=be',
    'search by number': 'search=%23500',
    'table page': `projectId=${projectId}&limit=100&page=3&orderBy=-dueDate`,
    'table page, all projects': 'limit=100&page=5&orderBy=title',
    'filter, and': `filter=${encodeURIComponent('assignee = me and due < today+7 and completed = none')}`,
    'filter, or': `filter=${encodeURIComponent('(priority = high,urgent or overdue) and not title ~ about')}`,
    'filter, text': `filter=${encodeURIComponent('text ~ about and estimate > 1h')}`,
    'filter, two custom fields': filterOf(`cf${points?.id} >= 10 and cf${severity?.id} = "Option 2"`),
    'filter, custom field or none': filterOf(`cf${points?.id} < 3 or cf${severity?.id} = none`),
    'filter, blocked or not': filterOf(
      `blocked and cf${points?.id} < 5 or not blocked and priority = urgent`,
    ),
    'order by a custom field': `projectId=${projectId}&orderBy=-cf${points?.id}`,
    'order by options of a custom field': `projectId=${projectId}&orderBy=cf${severity?.id}`,
  }
  for (const by of ['position', '-createdAt', '-updatedAt', 'dueDate', '-priority', 'number', 'title'])
    lists[`order ${by}`] = `orderBy=${by}`
  const others = items.filter((other: { columnId: number }) => other.columnId === columnId)
  const works = Object.entries(lists).map(([name, query]) => [name, () => send('GET', `/task?${query}`)])
  return {
    ...Object.fromEntries(works),
    'table groups': () => send('GET', `/task/summary?projectId=${projectId}&groupBy=column`),
    'table groups, all projects': () => send('GET', '/task/summary?groupBy=assignee'),
    'calendar month': () => send('GET', `/task/schedule?projectId=${projectId}&${days(-15, 20)}`),
    'calendar month, all projects': () => send('GET', `/task/schedule?${days(-15, 20)}`),
    'timeline of 2,000 bars': () => send('GET', '/task/schedule?dependencies=true'),
    'board snapshot': () => send('GET', `/board/${boardId}/full`),
    'read one': () => send('GET', `/task/${task.id}`),
    create: () => send('POST', '/task', { title: 'A benchmark task', columnId }),
    move: round =>
      send('POST', `/task/${task.id}/move-to-column`, {
        columnId,
        afterTaskId: others[1 + (round % (others.length - 1))].id,
      }),
  }
}

async function projectFields(send: Send, projectId: number) {
  const { items } = await send('GET', `/project/${projectId}/field`)
  return items as { id: number }[]
}

function filterOf(text: string) {
  return `filter=${encodeURIComponent(text)}`
}

function days(first: number, last: number) {
  return `from=${day(first)}&to=${day(last)}`
}

function day(fromToday: number) {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
}
