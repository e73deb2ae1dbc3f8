import { expect, type Locator, type Page, test } from '@playwright/test'
import { announcement, boxOf, callApi, createSharedTask, undo } from '../boards.ts'
import { createFinger, middleOf } from '../finger.ts'
import { registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

// All weeks of a month are on the screen.
// Tasks move as most people see them: what an animation breaks, a still page hides.
test.use({
  viewport: { width: 1280, height: 1000 },
  contextOptions: { reducedMotion: 'no-preference' },
})

interface Item {
  item: { id: number; startDate: string | null; dueDate: string | null }
}

function day(page: Page, date: string) {
  return page.locator(`[data-day="${date}"]`)
}

function task(page: Page, title: string) {
  return page.getByRole('grid').getByRole('link', { name: title })
}

function undated(page: Page) {
  return page.getByRole('complementary', { name: 'No date' })
}

/** Where a task is drawn begins on this day. */
async function expectOn(page: Page, title: string, date: string) {
  await expect(day(page, date).getByRole('link', { name: title })).toBeVisible()
}

async function dragTo(page: Page, source: Locator, target: Locator) {
  await source.hover()
  await page.mouse.down()
  const from = await boxOf(source)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 8, { steps: 2 })
  await page.locator('[data-dragging]').waitFor()
  const to = await boxOf(target)
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 12, { steps: 5 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 10)
  await page.mouse.up()
}

/** In March 2040, which starts on a Thursday: a task of three days, one of a day, and one without a date. */
async function openCalendar(page: Page, board: { projectId: number; columns: { id: number }[] }) {
  const [toDo] = board.columns
  const add = async (fields: object) =>
    (await callApi<Item>(page, 'POST', '/task', { columnId: toDo?.id, ...fields })).item
  const paint = await add({ title: 'Paint the hall', startDate: '2040-03-06', dueDate: '2040-03-08' })
  const flyers = await add({ title: 'Order flyers', dueDate: '2040-03-14', priorityId: 4 })
  await page.goto(`/app/project/${board.projectId}/tasks?view=calendar&date=2040-03-15`)
  await expectOn(page, 'Paint the hall', '2040-03-06')
  return { paint, flyers }
}

test('tasks are on the days of a month, dragged, created and live', async ({ page, browser }) => {
  const { board, colleague } = await createSharedTask(page, browser)
  const { paint } = await openCalendar(page, board)
  await expectOn(page, 'Order flyers', '2040-03-14')
  await expect(page.getByRole('heading', { name: 'March 2040' })).toBeVisible()
  await expect(page.getByRole('gridcell')).toHaveCount(35)
  expect(await accessibilityViolations(page)).toEqual([])
  await colleague.goto(`/app/project/${board.projectId}/tasks?view=calendar&date=2040-03-15`)

  // A move keeps the length; the colleague sees it, and the undo.
  await dragTo(page, task(page, 'Paint the hall'), day(page, '2040-03-21'))
  await expectOn(page, 'Paint the hall', '2040-03-20')
  await expectOn(colleague, 'Paint the hall', '2040-03-20')
  const { item } = await callApi<Item>(page, 'GET', `/task/${paint.id}`)
  expect(item).toMatchObject({ startDate: '2040-03-20', dueDate: '2040-03-22' })
  await undo(page).click()
  await expectOn(colleague, 'Paint the hall', '2040-03-06')

  // From the list of tasks without a date onto a day, and back.
  await dragTo(page, undated(page).getByRole('link', { name: 'Print posters' }), day(page, '2040-03-02'))
  await expectOn(colleague, 'Print posters', '2040-03-02')
  await expect(undated(page).getByRole('link')).toHaveCount(0)
  await dragTo(page, task(page, 'Print posters'), undated(page))
  await expect(undated(page).getByRole('link', { name: 'Print posters' })).toBeVisible()
  await expect(task(colleague, 'Print posters')).toHaveCount(0)

  await day(page, '2040-03-28').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Clean up')
  await page.keyboard.press('Enter')
  await expectOn(colleague, 'Clean up', '2040-03-28')
})

test('the calendar is used with the keyboard and its tasks grow at their ends', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { board } = await createSharedTask(page, browser)
  const { flyers, paint } = await openCalendar(page, board)
  await day(page, '2040-03-12').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(day(page, '2040-03-14')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(task(page, 'Order flyers')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(announcement(page, 'Picked up “Order flyers”, Wednesday, March 14.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(announcement(page, '“Order flyers”, Wednesday, April 4.')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'April 2040' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expectOn(page, 'Order flyers', '2040-04-03')
  await page.keyboard.press('Space')
  await expect(announcement(page, '“Order flyers” moved to Tue, Apr 3').first()).toBeAttached()
  await expect
    .poll(async () => (await callApi<Item>(page, 'GET', `/task/${flyers.id}`)).item.dueDate)
    .toBe('2040-04-03')
  await expect(task(page, 'Order flyers')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(announcement(page, 'Move canceled. “Order flyers” is back where it was.')).toBeAttached()
  await expectOn(page, 'Order flyers', '2040-04-03')
  await expect(task(page, 'Order flyers')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-task-panel]')).toHaveAccessibleName('Order flyers')
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-task-panel]')).toHaveCount(0)
  await expect(task(page, 'Order flyers')).toBeFocused()

  await page.getByRole('button', { name: 'Previous month' }).click()
  const bar = task(page, 'Paint the hall')
  await bar.hover()
  await dragTo(page, bar.locator('[data-edge="due"]'), day(page, '2040-03-10'))
  await expect
    .poll(async () => (await callApi<Item>(page, 'GET', `/task/${paint.id}`)).item)
    .toMatchObject({ startDate: '2040-03-06', dueDate: '2040-03-10' })

  // More tasks than a day has room for.
  for (let count = 0; count < 6; count += 1) {
    const body = { title: `Chair ${count}`, boardId: board.id, dueDate: '2040-03-29' }
    await callApi(page, 'POST', '/task', body)
  }
  const more = day(page, '2040-03-29').getByRole('button', { name: /^\+\d more$/ })
  await more.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /Chair/ })).toHaveCount(6)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('weeks start as in the region of the browser, are saved with a view, and viewers only look', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { board, colleague } = await createSharedTask(page, browser, 'viewer')
  await openCalendar(page, board)
  await expect(task(page, 'Paint the hall')).toHaveAttribute('draggable', 'true')
  await colleague.goto(page.url())
  await expectOn(colleague, 'Paint the hall', '2040-03-06')
  await expect(task(colleague, 'Paint the hall')).toHaveAttribute('draggable', 'false')
  await day(colleague, '2040-03-20').click()
  await expect(day(colleague, '2040-03-20')).toBeFocused()
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByRole('dialog')).toHaveCount(0)
  await colleague.keyboard.press('ArrowRight')
  await expect(day(colleague, '2040-03-21')).toBeFocused()
  await expect(colleague.getByRole('dialog')).toHaveCount(0)

  await expect(colleague.getByRole('columnheader').first()).toHaveAccessibleName('Monday')
  const american = await (await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })).newPage()
  await signInByApi(american, await registerPerson())
  await american.goto('/app/tasks?view=calendar')
  await expect(american.getByRole('columnheader').first()).toHaveAccessibleName('Sunday')

  // The week is in the address and in a saved view.
  await page.getByText('Week', { exact: true }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(7)
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expectOn(page, 'Paint the hall', '2040-03-06')
  await expect(page).toHaveURL(/view=calendar&scale=week&date=2040-03-08/)
  await page.getByRole('button', { name: 'All tasks' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('This week')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'This week', exact: true })).toBeVisible()
  await page.goto(`/app/project/${board.projectId}/tasks`)
  await page.getByRole('button', { name: 'All tasks' }).click()
  await page.getByRole('menuitem', { name: 'This week' }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(7)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 720 } })

  test('the days of a month lead to their tasks, which a finger drags', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    const { board, task: posters } = await createSharedTask(page, browser)
    const fields = { title: 'Order flyers', boardId: board.id, dueDate: '2040-03-14' }
    const { item: flyers } = await callApi<Item>(page, 'POST', '/task', fields)
    await page.goto(`/app/project/${board.projectId}/tasks?view=calendar&date=2040-03-15`)
    await expect(page.getByText('Nothing on this day.')).toBeVisible()
    await page.getByRole('button', { name: 'Wednesday, March 14, 1 task' }).tap()
    const list = page.getByRole('region', { name: 'Wednesday, March 14' })
    const chip = list.getByRole('link', { name: 'Order flyers' })
    await expect(chip).toBeVisible()
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityViolations(page)).toEqual([])
    const finger = await createFinger(page)
    await finger.press(chip)
    await expect(announcement(page, 'Picked up “Order flyers”.')).toBeAttached()
    await finger.moveTo(await middleOf(day(page, '2040-03-22')))
    await expect(day(page, '2040-03-22')).toHaveAttribute('data-over', 'true')
    await finger.lift()
    await expect(page.getByRole('button', { name: 'Thursday, March 22, 1 task' })).toBeVisible()
    await expect
      .poll(async () => (await callApi<Item>(page, 'GET', `/task/${flyers.id}`)).item.dueDate)
      .toBe('2040-03-22')

    // Out of the sheet, which makes room for the days below it.
    await page.getByRole('button', { name: 'No date', exact: false }).first().tap()
    await finger.press(undated(page).getByRole('link', { name: 'Print posters' }))
    await expect(announcement(page, 'Picked up “Print posters”.')).toBeAttached()
    await finger.moveTo(await middleOf(day(page, '2040-03-28')))
    await expect(day(page, '2040-03-28')).toHaveAttribute('data-over', 'true')
    await finger.lift()
    await expect
      .poll(async () => (await callApi<Item>(page, 'GET', `/task/${posters.id}`)).item.dueDate)
      .toBe('2040-03-28')
  })
})
