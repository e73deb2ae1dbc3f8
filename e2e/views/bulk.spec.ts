import { expect, type Page, test } from '@playwright/test'
import { callApi, createSharedTask, undo } from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

function cell(page: Page, title: string, column: string) {
  return page.getByRole('row').filter({ hasText: title }).locator(`[data-cell="${column}"]`)
}

test('many tasks are selected, changed, undone, deleted and restored at once', async ({ page, browser }) => {
  const { board, colleague } = await createSharedTask(page, browser)
  const columnId = board.columns[0]?.id
  const create = (task: object) => callApi(page, 'POST', '/task', { columnId, ...task })
  await create({ title: 'Book the venue' })
  await create({ title: 'Order flyers', startDate: '2040-05-01', dueDate: '2040-05-02' })
  const tasks = `/app/project/${board.projectId}/tasks`
  await page.goto(tasks)
  await colleague.goto(tasks)
  await expect(cell(colleague, 'Book the venue', 'priority')).toHaveText('Normal')

  // By keyboard: two rows, a priority, and the colleague sees it.
  await cell(page, 'Print posters', 'title').focus()
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Selected tasks' })
  await expect(bar).toContainText('2 selected')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('p')
  await expect(page.getByRole('combobox', { name: 'Priority' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Priority' }).fill('urg')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 tasks changed')).toBeVisible()
  await expect(cell(page, 'Print posters', 'priority')).toHaveText('Urgent')
  await expect(cell(colleague, 'Book the venue', 'priority')).toHaveText('Urgent')
  await undo(page).click()
  await expect(page.getByText('Undone for 2 tasks')).toBeVisible()
  await expect(cell(colleague, 'Book the venue', 'priority')).toHaveText('Normal')

  // By mouse: what does not fit a task is reported, and the others change.
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('combobox', { name: 'Due date' }).fill('2040-04-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Changed 2 of 3')).toBeVisible()
  await page.getByText('1 could not be changed').click()
  const notice = page.getByRole('alert').filter({ hasText: 'Changed 2 of 3' })
  await expect(notice).toContainText('The due date would be before the start date')
  await expect(notice).toContainText('Order flyers')
  await notice.getByRole('button', { name: 'Close' }).click()

  // Deleted together, restored together from the trash.
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('option', { name: 'Delete' }).click()
  await expect(page.getByText('3 tasks moved to the trash')).toBeVisible()
  await expect(bar).toBeHidden()
  await page.goto(`/app/project/${board.projectId}/trash`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore 3 tasks' }).click()
  await expect(page.getByText('3 tasks restored')).toBeVisible()
  await expect(page.getByText('Trash is empty')).toBeVisible()
  await expect(cell(colleague, 'Order flyers', 'title')).toBeVisible()
})
