import { expect, type Page, type Route, test } from '@playwright/test'
import { callApi, createSharedTask, undo } from '../boards.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

interface Item {
  item: { id: number }
}

/** Five tasks in a project of two members. */
async function fillProject(page: Page, board: { projectId: number; columns: { id: number }[] }) {
  const { item: me } = await callApi<Item>(page, 'GET', '/users/me')
  const tasks = [
    { title: 'Book the venue', priorityId: 4, assigneeId: me.id, estimateSeconds: 3600 },
    { title: 'Order flyers', priorityId: 3, dueDate: '2040-01-10', estimateSeconds: 5400 },
    { title: 'Pay the printer', priorityId: 1 },
    { title: 'Draw a map', priorityId: 2 },
  ]
  for (const task of tasks) await callApi(page, 'POST', '/task', { columnId: board.columns[0]?.id, ...task })
  await callApi(page, 'POST', `/project/${board.projectId}/field`, { name: 'Points', type: 'number' })
}

function titles(page: Page) {
  return page.getByRole('grid').locator('[data-cell="title"]')
}

function cell(page: Page, title: string, column: string) {
  return page.getByRole('row').filter({ hasText: title }).locator(`[data-cell="${column}"]`)
}

/** Whether the task panel has the focus from the start, so that no key goes to the table behind it. */
const focusWhenPanelAppears = `new Promise(resolve => {
  new MutationObserver((_, observer) => {
    const panel = document.querySelector('[data-task-panel]')
    if (!panel) return
    observer.disconnect()
    resolve(panel.contains(document.activeElement))
  }).observe(document.body, { childList: true, subtree: true })
})`

test('a table of tasks is filtered, sorted, grouped, edited with the keyboard, saved and live', async ({
  page,
  browser,
}) => {
  const { board, colleague } = await createSharedTask(page, browser)
  await fillProject(page, board)
  await page.goto(`/app/project/${board.projectId}`)
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(titles(page)).toHaveText([
    'Print posters',
    'Book the venue',
    'Order flyers',
    'Pay the printer',
    'Draw a map',
  ])
  await expect(page.getByText('5 tasks', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  // By mouse: a filter of two values, an order and groups with sums, all in the address.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await page.keyboard.press('Escape')
  await expect(titles(page)).toHaveText(['Book the venue', 'Order flyers'])
  await page.getByRole('columnheader', { name: 'Priority' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
  await expect(titles(page)).toHaveText(['Order flyers', 'Book the venue'])
  await page.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('menuitemradio', { name: 'By assignee' }).click()
  await expect(page.getByRole('button', { name: 'Unassigned 1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Unassigned' })).toContainText('Estimate: 1h 30m')
  await expect(page).toHaveURL(/filter=completed.*priority.*sort=priority&group=assignee/)
  await page.reload()
  await expect(titles(page)).toHaveText(['Book the venue', 'Order flyers'])
  await page.getByRole('button', { name: 'Unassigned 1' }).click()
  await expect(titles(page)).toHaveText(['Book the venue'])

  // A view that the colleague gets, too.
  await page.getByRole('button', { name: 'All tasks' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Important')
  await page.getByRole('checkbox', { name: 'Share with all members of the project' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Important', exact: true })).toBeVisible()
  await colleague.goto(`/app/project/${board.projectId}/tasks`)
  await colleague.getByRole('button', { name: 'All tasks' }).click()
  await colleague.getByRole('menuitem', { name: 'Important' }).click()
  await expect(titles(colleague)).toHaveText(['Book the venue', 'Order flyers'])

  // By keyboard, and the colleague sees it.
  await cell(page, 'Book the venue', 'title').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Book the venue', 'priority')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Priority of “Book the venue”')
  await page.getByRole('combobox').fill('high')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Book the venue', 'priority')).toHaveText('High')
  await expect(cell(page, 'Book the venue', 'priority')).toBeFocused()
  await expect(cell(colleague, 'Book the venue', 'priority')).toHaveText('High')
  await undo(page).click()
  await expect(cell(colleague, 'Book the venue', 'priority')).toHaveText('Urgent')

  // A field of the project is a column like any other.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Points' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await cell(page, 'Book the venue', 'title').focus()
  await page.keyboard.press('End')
  await expect(page.locator('[data-cell^="cf"]:focus')).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Points').fill('2.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell').filter({ hasText: 'Points: 2.5' })).toHaveCount(1)

  await cell(page, 'Book the venue', 'title').focus()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  const isFocusedAtOnce = page.evaluate(focusWhenPanelAppears)
  await page.keyboard.press('Space')
  await expect(page.locator('[data-task-panel]')).toHaveAccessibleName('Book the venue')
  expect(await isFocusedAtOnce).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-task-panel]')).toHaveCount(0)
  await expect(page).toHaveURL(/group=assignee/)
})

test('filters with groups can be built and typed, and a phone shows cards', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { board } = await createSharedTask(page, browser)
  await fillProject(page, board)
  const filter = '(priority = 4 or title ~ map) and overdue = false'
  await page.goto(`/app/project/${board.projectId}/tasks?filter=${encodeURIComponent(filter)}`)
  await expect(titles(page)).toHaveText(['Book the venue', 'Draw a map'])
  const bar = page.getByRole('search', { name: 'Filter tasks' })
  await expect(bar).toContainText('Priority Urgent')

  await bar.getByRole('button', { name: 'or; change to and' }).click()
  await expect(page.getByText('No tasks match')).toBeVisible()
  await bar.getByRole('button', { name: 'and; change to or' }).first().click()
  await expect(titles(page)).toHaveText(['Book the venue', 'Draw a map'])
  await bar.getByRole('button', { name: 'Remove the group' }).click()
  await expect(titles(page)).toHaveCount(5)
  await bar.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: 'Me', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(titles(page)).toHaveText(['Book the venue'])
  await bar.getByRole('button', { name: 'Add a condition with “or”' }).last().click()
  await page.getByRole('menuitem', { name: 'Title', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('flyers')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['Book the venue', 'Order flyers'])

  await bar.getByRole('button', { name: 'Edit as text' }).click()
  const text = bar.getByRole('textbox', { name: 'Filter as text' })
  await expect(text).toHaveValue('overdue = false and (assignee = me or title ~ flyers)')
  await text.fill('due < soon')
  await expect(bar).toContainText('Character 7: a date belongs here')
  await text.fill('due != none')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['Order flyers'])

  // Columns: hide, resize with the keyboard, reset.
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0)
  const edge = page.getByRole('separator', { name: 'Width of Priority' })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '136')

  await page.setViewportSize({ width: 320, height: 720 })
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('link')).toHaveText([/Order flyers/])
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto(`/app/project/${board.projectId}/tasks`)
  await page.getByRole('checkbox', { name: 'Book the venue' }).click()
  await page.getByRole('checkbox', { name: 'Pay the printer' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
})

test('what changes while the page is loading appears, and dates of completed tasks are dimmed', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { board, task } = await createSharedTask(page, browser)
  const done = board.columns.find(({ title }) => title === 'Done')
  await callApi(page, 'PUT', `/task/${task.id}`, { dueDate: '2031-01-02', columnId: done?.id })
  const changed = Promise.withResolvers<void>()
  const connectLate = async (route: Route) => {
    await changed.promise
    await route.continue()
  }
  await page.route('**/events?*', connectLate, { times: 1 })
  await page.goto(`/app/project/${board.projectId}/tasks?filter=`)
  await expect(titles(page)).toHaveText(['Print posters'])
  await callApi(page, 'PUT', `/task/${task.id}`, { title: 'Print banners' })
  changed.resolve()
  await expect(titles(page)).toHaveText(['Print banners'])

  const colorOf = (column: string) =>
    cell(page, 'Print banners', column)
      .getByText(/2031|Print/)
      .evaluate(element => element.ownerDocument.defaultView.getComputedStyle(element).color)
  expect(await colorOf('due')).toBe(await colorOf('title'))
})
