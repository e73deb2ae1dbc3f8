import { expect, type Page, test } from '@playwright/test'
import { cardNamed, createSharedTask, dropIntoSameGap } from '../boards.ts'

const TIMES = 20

// Recording costs more than what is measured.
test.use({ trace: 'off', screenshot: 'off' })

test('a move, an assignment and a comment appear in another browser within 300 ms', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const { task, board, colleague } = await createSharedTask(page, browser)
  const [todo, progress] = board.columns
  for (const someone of [page, colleague]) {
    await someone.goto(`/app/board/${board.id}`)
    await cardNamed(someone, task.title).waitFor()
  }
  const card = `[data-card="${task.id}"]`
  const isAssigned = `document.querySelector('${card} [title="Sam Sample"]')`
  await cardNamed(page, task.title).focus()

  const measured = {
    move: await measure(TIMES, async time => {
      const [key, to] = time % 2 === 0 ? ['ArrowRight', progress] : ['ArrowLeft', todo]
      await expect(page.locator('[data-lifted]')).toHaveCount(0)
      await expect(cardNamed(page, task.title)).toBeFocused()
      await page.keyboard.press('Space')
      await page.locator('[data-lifted]').waitFor()
      await page.keyboard.press(key ?? '')
      await page.locator(`[data-column="${to?.id}"] ${card}`).waitFor()
      return {
        path: '/move-to-column',
        shown: `document.querySelector('[data-column="${to?.id}"] ${card}')`,
        act: () => page.keyboard.press('Space'),
      }
    }),
    assignment: await measure(TIMES, async time => {
      const isUndo = time % 2 === 1
      await expect(page.getByText('assigned to you')).toHaveCount(isUndo ? 1 : 0)
      return {
        path: '/assign',
        shown: isUndo ? `!${isAssigned}` : isAssigned,
        act: () => page.keyboard.press(isUndo ? 'z' : 'm'),
      }
    }),
    comment: await measure(TIMES, async time => {
      if (time === 0)
        for (const someone of [page, colleague]) {
          await cardNamed(someone, task.title).click()
          await someone.getByRole('textbox', { name: 'Write a comment' }).waitFor()
        }
      await page.getByRole('textbox', { name: 'Write a comment' }).fill(`Comment ${time} of many`)
      return {
        path: '/comment',
        shown: `document.querySelector('[role=dialog]').textContent.includes('Comment ${time} of many')`,
        act: () => page.keyboard.press('Control+Enter'),
      }
    }),
  }
  console.log('milliseconds from the request to the other screen', measured)
  for (const { p95 } of Object.values(measured)) expect(p95).toBeLessThan(300)

  interface Change {
    /** How the address of its request ends. */
    path: string
    shown: string
    act: () => Promise<void>
  }

  async function measure(times: number, prepare: (time: number) => Promise<Change>) {
    const delays: number[] = []
    for (let time = 0; time < times; time += 1) {
      const { path, shown, act } = await prepare(time)
      const seen = momentOf(colleague, shown)
      const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith(path))
      await act()
      const request = await sent
      await request.response()
      delays.push((await seen) - request.timing().startTime)
    }
    const ordered = delays.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round(ordered[Math.ceil(share * times) - 1] ?? 0)
    return { p50: at(0.5), p95: at(0.95), max: at(1) }
  }
})

test('two users who drop cards into the same place fifty times see the order of the server', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const { board, colleague } = await createSharedTask(page, browser)
  await dropIntoSameGap([page, colleague], board, 50)
})

/** When the condition is true for the first time, by the clock of the machine. */
function momentOf(page: Page, condition: string) {
  return page.evaluate<number>(`new Promise(resolve => {
    const look = () => {
      if (!(${condition})) return false
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    look()
  })`)
}
