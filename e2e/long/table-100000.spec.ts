import { join } from 'node:path'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { personalBoard } from '../boards.ts'

const TASKS = 100_000

// Recording costs more than what is measured.
test.use({ trace: 'off', screenshot: 'off' })

/** Three seconds of scrolling, a row or ten screens at a time. */
function scroll(pixels: number) {
  return `(async () => {
    const grid = document.querySelector('[role=grid]')
    const started = performance.now()
    let frames = 0
    let longest = 0
    let last = started
    await new Promise(resolve => {
      const draw = now => {
        frames += 1
        longest = Math.max(longest, now - last)
        last = now
        grid.scrollTop += ${pixels}
        if (now - started > 3000) resolve()
        else requestAnimationFrame(draw)
      }
      requestAnimationFrame(draw)
    })
    return {
      framesPerSecond: Math.round((frames * 1000) / (performance.now() - started)),
      longestFrameMs: Math.round(longest),
      rowsInDocument: document.querySelectorAll('[role=row]').length,
      scrolledPixels: grid.scrollTop,
    }
  })()`
}

interface Measured {
  framesPerSecond: number
  longestFrameMs: number
  rowsInDocument: number
  scrolledPixels: number
}

test('a table of 100,000 tasks scrolls at 50 frames a second, and requests only what it stops at', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const { board } = await personalBoard(page)
  await addTasks(board)
  await page.goto(`/app/project/${board.projectId}/tasks`)
  await expect(page.getByText('100,000 tasks')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Task 5', exact: true })).toBeVisible()

  const steady = await page.evaluate<Measured>(scroll(40))
  const requested: string[] = []
  page.on('request', request => {
    if (/\/task\?/.test(request.url())) requested.push(request.url())
  })
  const fast = await page.evaluate<Measured>(scroll(8000))
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  console.log({ tasks: TASKS, steady, fast, requests: requested.length })
  expect(steady.framesPerSecond).toBeGreaterThanOrEqual(50)
  expect(fast.framesPerSecond).toBeGreaterThanOrEqual(50)
  expect(fast.scrolledPixels).toBeGreaterThan(500_000)
  expect(steady.rowsInDocument).toBeLessThan(80)
  expect(requested.length).toBeLessThan(10)
})

async function addTasks({
  id,
  projectId,
  columns,
}: {
  id: number
  projectId: number
  columns: { id: number }[]
}) {
  const folder = join(process.env.E2E_DATA ?? '', 'postgres')
  const database = new pg.Client({ connectionString: embeddedDatabaseUrl(folder, 'tasks') })
  await database.connect()
  try {
    await database.query(
      `insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, assignee_id, position,
        due_date, estimate_seconds)
       select $1, $2, $3, n, 'Task ' || n || repeat(' with a few more words', n % 4 - 1), 1 + n % 4, members.user_id,
        case when n % 3 > 0 then members.user_id end, n, date '2040-01-01' + n % 500, n % 7 * 1800
       from generate_series(1, $4::integer) as n, project_members as members where members.project_id = $1`,
      [projectId, id, columns[0]?.id, TASKS],
    )
    await database.query('update projects set last_task_number = $2 where id = $1', [projectId, TASKS])
    await database.query('analyze tasks')
  } finally {
    await database.end()
  }
}
