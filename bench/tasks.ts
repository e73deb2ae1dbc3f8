import { withAtrium, withDatabase } from './atrium.ts'
import { createBoards } from './boards.ts'
import { loadBareService, sampleOf } from './ceilings.ts'
import { load } from './load.ts'
import type { Report } from './report.ts'
import { signedIn } from './requests.ts'

/** How the web application opens a board. */
const AS_OPENED = 'perColumn=2000&withProject=true'

/** Reading a task and a board of 1,000 cards. */
export function measureTasks(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const { tasksUrl: url, tasksDatabaseUrl: databaseUrl } = atrium
    const { headers, userId } = await signedIn(atrium)
    const [board] = await withDatabase(databaseUrl, database =>
      createBoards(database, userId, { boards: 1, columns: 5, cards: 1000 }),
    )
    if (!board) throw new Error('There is no board')
    const measure = async (work: string, path: string, text: string, id: number | undefined) => {
      const options = { url, requests: [{ path, headers }] }
      const { perSecond } = await loadBareService(options, { databaseUrl, text, values: [id] })
      const ceiling = { name: 'bare Fastify, one prepared statement', perSecond }
      report.addSpeed({ work, load: await load(options), ceiling, target: 0.6 })
    }
    const taskId = board.taskIds[500]
    const boardPath = `/board/${board.id}/full`
    await measure('read one task', `/task/${taskId}`, oneTask, taskId)
    await measure('board of 1,000, whole', `${boardPath}?perColumn=5000`, wholeBoard, board.id)
    await measure('board of 1,000, as opened', `${boardPath}?${AS_OPENED}`, wholeBoard, board.id)
    await measureNotModified(report, url, { path: `${boardPath}?${AS_OPENED}`, headers })
  })
}

const oneTask = 'select to_json(tasks)::text as body from tasks where id = $1'

const wholeBoard = `
  select json_agg(card)::text as body from (
    select id, number, column_id as "columnId", title, priority_id as "priorityId", assignee_id as "assigneeId",
      start_date as "startDate", due_date as "dueDate", estimate_seconds as "estimateSeconds", position, version,
      comment_count as "commentCount", attachment_count as "attachmentCount", checklist_total as "checklistTotal",
      checklist_done as "checklistDone", tracked_seconds as "trackedSeconds", completed_at as "completedAt",
      updated_at as "updatedAt"
    from tasks where board_id = $1 and position is not null order by column_id, position) as card`

/** One request at a time; what a bare service needs for the same empty answer is not server time. */
async function measureNotModified(
  report: Report,
  url: string,
  { path, headers }: { path: string; headers: Record<string, string> },
) {
  const { etag } = (await sampleOf(url, { path, headers })).headers
  if (!etag) return report.addNote('304 of a board: Atrium sends no ETag with it.')
  const requests = [{ path, headers: { ...headers, 'if-none-match': String(etag) } }]
  const options = { url, requests, connections: 1, status: 304 }
  const bare = await loadBareService(options)
  const notModified = await load(options)
  report.addSpeed({ work: 'board of 1,000, not modified, 1 connection', load: notModified })
  report.addFigure({
    name: 'server time of a 304 for a board of 1,000',
    value: Math.max(0, notModified.p50 - bare.p50),
    unit: 'ms',
    atMost: 1,
    detail: `p50 ${notModified.p50.toFixed(2)} ms, bare Fastify ${bare.p50.toFixed(2)} ms`,
  })
}
