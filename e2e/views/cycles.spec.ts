import { expect, type Locator, type Page, test } from '@playwright/test'
import { addTasks, boxOf, callApi, personalBoard, undo } from '../boards.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

const tasksIn = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem')

async function dragInto(page: Page, task: Locator, target: Locator) {
  await task.hover()
  await page.mouse.down()
  const from = await boxOf(task)
  await page.mouse.move(from.x + 30, from.y + from.height / 2 + 8, { steps: 3 })
  await page.locator('[data-dragged]').waitFor()
  const to = await boxOf(target)
  await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 5 })
  await expect(target).toHaveAttribute('data-over')
  await page.mouse.up()
}

test('tasks are planned into a cycle by dragging and by keyboard, and open ones are carried over', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const [toDo, , done] = board.columns
  const [first] = await addTasks(page, toDo?.id, ['Draw the plan', 'Order paint', 'Buy brushes'])
  await callApi(page, 'PUT', `/task/${first?.id}`, { estimateSeconds: 7200 })
  await page.goto(`/app/project/${board.projectId}`)
  await page.getByRole('link', { name: 'Cycles' }).click()
  await expect(tasksIn(page, 'Backlog')).toHaveCount(3)

  for (const name of ['Sprint 1', 'Sprint 2']) {
    await page.getByRole('button', { name: 'New cycle' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  const cycle = page.getByRole('region', { name: 'Sprint 1' })
  await expect(cycle.getByText('Current')).toBeVisible()
  await dragInto(page, tasksIn(page, 'Backlog').filter({ hasText: 'Draw the plan' }), cycle)
  await expect(tasksIn(page, 'Sprint 1')).toHaveText([/Draw the plan/])
  await expect(cycle.getByText('0 of 1 task done')).toBeVisible()

  await page.getByRole('button', { name: 'Move “Order paint” to a cycle' }).press('Enter')
  await page.keyboard.type('sprint 1')
  await page.keyboard.press('Enter')
  await expect(tasksIn(page, 'Sprint 1')).toHaveCount(2)
  await undo(page.getByRole('alert').filter({ hasText: 'Order paint' })).click()
  await expect(tasksIn(page, 'Backlog')).toHaveCount(2)

  await cycle.getByText('Capacity', { exact: true }).click()
  await expect(cycle.getByRole('table', { name: 'Capacity in Sprint 1' })).toContainText('2h')
  await cycle.getByText('Burn-down', { exact: true }).click()
  await expect(cycle.getByRole('heading', { name: 'Burn-down' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await callApi(page, 'POST', `/task/${first?.id}/move-to-column`, { columnId: done?.id })
  const [other] = await addTasks(page, toDo?.id, ['Paint the door'])
  const { items } = await callApi<{ items: { id: number }[] }>(
    page,
    'GET',
    `/project/${board.projectId}/cycle`,
  )
  await callApi(page, 'PUT', `/task/${other?.id}`, { cycleId: items[0]?.id })
  await expect(cycle.getByText('1 of 2 tasks done')).toBeVisible()
  await cycle.getByRole('button', { name: 'Finish cycle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finish “Sprint 1”' })
  await expect(dialog.getByRole('combobox', { name: 'Move 1 open task to' })).toHaveValue(/^Sprint 2/)
  await dialog.getByRole('button', { name: 'Finish cycle' }).click()
  await expect(tasksIn(page, 'Sprint 2')).toHaveText([/Paint the door/])
  await expect(page.getByRole('heading', { name: 'Finished cycles' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
})

test('a board filters and groups by cycle, and a card gets its cycle with keys before they are loaded', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Draw the plan', 'Order paint'])
  const days = { startDate: '2020-01-01', endDate: null }
  await callApi(page, 'POST', `/project/${board.projectId}/cycle`, { name: 'Sprint 1', ...days })
  const keysArePressed = Promise.withResolvers<void>()
  await page.route(/\/cycle\?/, async route => {
    await keysArePressed.promise
    await route.continue()
  })
  await page.goto(`/app/board/${board.id}?lanes=cycle`)
  await page.getByRole('link', { name: 'Draw the plan', exact: true }).focus()
  await page.keyboard.press('y')
  await page.keyboard.type('sprint')
  await page.keyboard.press('Enter')
  keysArePressed.resolve()
  const lane = page.getByRole('group', { name: 'Sprint 1', exact: true })
  await expect(lane.getByRole('link', { name: 'Draw the plan', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cycle', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Current cycle' }).click()
  await expect(page.getByRole('link', { name: 'Order paint', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Draw the plan', exact: true })).toBeVisible()
})

test('milestones are managed beside the cycles, and marked on the timeline and in the calendar', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const project = `/app/project/${board.projectId}`
  await page.goto(`${project}/cycles`)
  await page.getByRole('button', { name: 'New milestone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Launch')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Edit “Launch”' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Launch of the site')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Milestones' })).toContainText('Launch of the site')
  await page.goto(`${project}/tasks?view=calendar`)
  await expect(page.getByRole('gridcell', { name: /Launch of the site/ })).toBeVisible()
  await page.goto(`${project}/tasks?view=timeline`)
  await expect(page.getByRole('columnheader', { name: /Launch of the site/ })).toBeVisible()
})
