import { expect, test } from '@playwright/test'
import { personalBoard } from '../boards.ts'
import { insertTasks } from './insert-tasks.ts'

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
  await insertTasks(board, board.columns.slice(0, 1), TASKS)
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
  expect(Math.max(steady.rowsInDocument, fast.rowsInDocument)).toBeLessThan(80)
  expect(requested.length).toBeLessThan(10)
  expect(steady.framesPerSecond).toBeGreaterThanOrEqual(50)
  expect(fast.framesPerSecond).toBeGreaterThanOrEqual(50)
  expect(fast.scrolledPixels).toBeGreaterThan(500_000)
})
