import { expect, type Page, test } from '@playwright/test'
import { addTasks, announcement, callApi, openAsNewUser, personalBoard, undo } from '../boards.ts'
import { createFinger, middleOf } from '../finger.ts'
import { accessibilityViolations } from '../screen-checks.ts'

const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('[data-plan-row] a')
const myDay = (page: Page) => rows(page, 'My day')
const row = (page: Page, title: string) => page.locator('[data-plan-row]').filter({ hasText: title })
const dayCell = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'This week' }).getByRole('button', { name })

/** The clock stands still on a Wednesday, so that there are days before and after it in the week. */
async function openMyWork(page: Page, titles: string[]) {
  const { board } = await personalBoard(page)
  const tasks = await addTasks(page, board.columns[0]?.id, titles)
  await page.clock.setFixedTime(new Date('2026-03-04T09:00:00Z'))
  return { board, tasks }
}

async function plan(page: Page, id: number | undefined, day: string) {
  await callApi(page, 'PUT', `/task/${id}/plan`, { day })
}

test('tasks are planned by dragging, ordered, and compared with the working hours', async ({ page }) => {
  const { tasks } = await openMyWork(page, ['Write', 'Read', 'Rest'])
  for (const { id } of tasks) await callApi(page, 'PUT', `/task/${id}`, { estimateSeconds: 3 * 3600 })
  await page.goto('/app/')
  await expect(page.getByText('Nothing planned yet.')).toBeVisible()

  await row(page, 'Write').dragTo(page.getByText('Nothing planned yet.'))
  await expect(myDay(page)).toHaveText(['Write'])
  await expect(page.getByText('3h of 8h planned', { exact: true })).toBeVisible()
  await row(page, 'Read').dragTo(row(page, 'Write'), { targetPosition: { x: 100, y: 4 } })
  await expect(myDay(page)).toHaveText(['Read', 'Write'])
  await row(page, 'Rest').dragTo(dayCell(page, /^Wednesday/))
  await expect(myDay(page)).toHaveText(['Read', 'Write', 'Rest'])
  await expect(page.getByText(/9h of 8h planned · 1h too much/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'No due date' })).toHaveCount(0)

  await row(page, 'Write').dragTo(dayCell(page, /^Friday/))
  await expect(myDay(page)).toHaveText(['Read', 'Rest'])
  await expect(dayCell(page, /^Friday, March 6, 1 task, 3h of 8h planned$/)).toBeVisible()
  await dayCell(page, /^Friday/).click()
  await expect(rows(page, 'Friday, March 6')).toHaveText(['Write'])
  await page.reload()
  await expect(myDay(page)).toHaveText(['Read', 'Rest'])
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the keyboard plans, orders and rolls over', async ({ page }) => {
  const { tasks } = await openMyWork(page, ['Write', 'Read', 'Rest', 'Late'])
  await plan(page, tasks[3]?.id, '2026-03-02')
  await page.goto('/app/')
  await expect(page.getByText('1 task left from earlier days').first()).toBeVisible()

  await row(page, 'Write').getByRole('link').focus()
  await page.keyboard.press('t')
  await expect(announcement(page, '“Write” planned for today')).toBeAttached()
  await expect(row(page, 'Read').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('t')
  await expect(myDay(page)).toHaveText(['Late', 'Write', 'Read'])

  await row(page, 'Read').getByRole('link').focus()
  await page.keyboard.press('Control+ArrowUp')
  await expect(announcement(page, '“Read” is now 1 of 2')).toBeAttached()
  await expect(myDay(page)).toHaveText(['Late', 'Read', 'Write'])
  await expect(row(page, 'Read').getByRole('link')).toBeFocused()

  await page.keyboard.press('w')
  await expect(page.getByRole('menuitem', { name: 'Today' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(myDay(page)).toHaveText(['Late', 'Write'])

  await page.keyboard.press('m')
  await expect(page.getByText('left from earlier days')).toHaveCount(0)
  await expect(myDay(page)).toHaveText(['Write', 'Late'])
  await undo(page).click()
  await expect(page.getByText('1 task left from earlier days').first()).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Move what is left to today')
})

test('a completed task stays on its day, and one that is removed can be brought back', async ({ page }) => {
  const { tasks } = await openMyWork(page, ['Write', 'Read'])
  for (const { id } of tasks) await plan(page, id, '2026-03-04')
  await page.goto('/app/')
  await page.getByRole('checkbox', { name: 'Complete “Write”' }).click()
  await expect(myDay(page)).toHaveText(['Read'])
  await expect(
    page.getByRole('region', { name: 'My day' }).getByRole('link', { name: 'Write' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Plan “Read”' }).click()
  await page.getByRole('menuitem', { name: 'Remove from plan' }).click()
  await expect(myDay(page)).toHaveCount(0)
  await expect(rows(page, 'No due date')).toHaveText(['Read'])
  await undo(page.getByRole('alert').filter({ hasText: '“Read” removed' })).click()
  await expect(myDay(page)).toHaveText(['Read'])
})

test('another browser of the user shows the plan at once, and nobody else', async ({ page, browser }) => {
  const { tasks } = await openMyWork(page, ['Write'])
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.clock.setFixedTime(new Date('2026-03-04T09:00:00Z'))
  await page.goto('/app/')
  const stream = other.waitForResponse(/\/events\?/)
  await other.goto('/app/')
  await stream
  await expect(rows(other, 'No due date')).toHaveText(['Write'])
  await row(page, 'Write').getByRole('link').focus()
  await page.keyboard.press('t')
  await expect(myDay(other)).toHaveText(['Write'])
  await context.close()

  const { page: stranger } = await openAsNewUser(browser)
  const answer = await callApi<{ error: { code: number } }>(stranger, 'PUT', `/task/${tasks[0]?.id}/plan`, {
    day: '2026-03-04',
  })
  expect(answer.error.code).toBe(403)
  await stranger.context().close()
})

test('working hours are a setting of the user', async ({ page }) => {
  await openMyWork(page, ['Write'])
  await page.goto('/app/profile')
  const hours = page.getByRole('textbox', { name: 'Hours per working day' })
  await hours.fill('6')
  await hours.press('Enter')
  await page.getByText('Wed', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Wednesday' })).not.toBeChecked()
  await page.goto('/app/')
  await page.getByRole('button', { name: 'Plan “Write”' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(page.getByText('0m planned on a day off')).toBeVisible()
  await dayCell(page, /^Thursday/).click()
  await expect(page.getByText('0m of 6h planned')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 }, locale: 'ru-RU' })

  test('a finger drags a task to a day of the week', async ({ page }) => {
    await openMyWork(page, ['Полить цветы'])
    await page.goto('/app/')
    await expect(page.getByText('Пока ничего не запланировано.')).toBeVisible()
    const week = page.getByRole('region', { name: 'Эта неделя' })
    const finger = await createFinger(page)
    await finger.press(row(page, 'Полить цветы'))
    await expect(row(page, 'Полить цветы')).toHaveAttribute('data-dragged', 'true')
    await finger.moveTo(await middleOf(week.getByRole('button', { name: /^четверг/ })))
    await finger.lift()
    await expect(week.getByRole('button', { name: /^четверг, 5 марта, 1 задача/ })).toBeVisible()
    await week.getByRole('button', { name: /^четверг/ }).tap()
    await expect(rows(page, 'четверг, 5 марта')).toHaveText(['Полить цветы'])
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
