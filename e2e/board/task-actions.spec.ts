import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, cards, createSharedTask, personalBoard, undo } from '../boards.ts'
import { accessibilityViolations, checkedVariants, openVariant, overflow } from '../screen-checks.ts'

interface Board {
  id: number
  projectId: number
  columns: { id: number; title: string }[]
}

test('previous and next walk through the column, and a task opens as a page of its own', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [first] = await addTasks(page, board.columns[0]?.id, ['First', 'Second', 'Third'])
  await page.goto(`/app/board/${board.id}?search=r`)
  await cardNamed(page, 'First').click()
  const panel = page.getByRole('dialog')
  const title = panel.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('First')
  await expect(panel.getByRole('button', { name: 'Previous task' })).toHaveAttribute('aria-disabled', 'true')

  // Only tasks that match the filter: Second has no r.
  await page.keyboard.press('j')
  await expect(title).toHaveValue('Third')
  await page.keyboard.press('k')
  await expect(title).toHaveValue('First')
  const next = panel.getByRole('button', { name: 'Next task in the column' })
  await next.click()
  await expect(title).toHaveValue('Third')
  await expect(next).toBeFocused()
  await title.press('j')
  await expect(title).toHaveValue(/j/)
  await page.keyboard.press('Escape')
  await expect(title).toHaveValue('Third')

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(cardNamed(page, 'Third')).toBeFocused()

  await page.goto(`/app/board/${board.id}/task/${first?.id}`)
  await panel.getByRole('link', { name: 'Open as page' }).click()
  await expect(page).toHaveURL(new RegExp(`/app/task/${first?.id}/page$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Title' })).toHaveValue('First')
  await page.keyboard.press('j')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Second')
  await page.getByRole('link', { name: 'Open over the board' }).click()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Second')
})

test('nothing moves under the pointer while the fields of a task load', async ({ page, browser }) => {
  const { task, board } = await createSharedTask(page, browser)
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(/assets\/(day-field|repeat-field|timer)-/, async route => {
    await mayLoad
    await route.continue()
  })
  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = page.getByRole('dialog', { name: task.title })
  const choose = panel.getByRole('button', { name: 'Choose labels' })
  const start = panel.getByRole('button', { name: 'Start timer' })
  await expect(choose).toBeVisible()
  await expect(start).toHaveCount(0)
  const before = await choose.boundingBox()
  load()
  await expect(start).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Due date' })).toBeVisible()
  expect(await choose.boundingBox()).toEqual(before)
})

test('Escape closes the innermost thing only', async ({ page, browser }) => {
  const { task, board } = await createSharedTask(page, browser)
  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = page.getByRole('dialog', { name: task.title })
  await panel.getByRole('button', { name: 'Choose labels' }).click()
  const popover = page.getByRole('dialog', { name: 'Choose labels' })
  await expect(popover.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Paper')
  await page.keyboard.press('Enter')
  await expect(popover.getByRole('option', { name: 'Paper', selected: true })).toBeVisible()
  await expect(popover.getByRole('combobox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
  await expect(panel).toBeVisible()

  // Also when the focus is nowhere.
  await panel.getByRole('button', { name: 'Choose labels' }).click()
  await expect(popover).toBeVisible()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
  await expect(panel).toBeVisible()

  const priority = panel.getByRole('combobox', { name: 'Priority' })
  await priority.click()
  await expect(page.getByRole('option', { name: 'Urgent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Urgent' })).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(priority).not.toBeFocused()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('a task is duplicated right below itself', { tag: '@long' }, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await callApi(page, 'POST', `/task/${task.id}/checklist`, { title: 'Choose the paper' })
  await addTasks(page, board.columns[0]?.id, ['Below'])
  await colleague.goto(`/app/board/${board.id}`)
  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Duplicate task' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Print flyers')
  await expect(dialog.getByRole('checkbox', { name: 'Checklist' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Attachments' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Print flyers')
  await expect(panel.getByRole('checkbox', { name: 'Choose the paper' })).not.toBeChecked()
  await expect(cards(colleague, 'To do')).toHaveText(['Print posters', 'Print flyers', 'Below'])
})

test('a task moves to another project, and its old address leads there', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  const target = await createBoard(page, 'Elsewhere')
  const address = `/app/board/${board.id}/task/${task.id}`
  await colleague.goto(`/app/board/${board.id}`)
  await expect(cardNamed(colleague, task.title)).toBeVisible()
  await page.goto(address)
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to another project…' }).click()
  const move = page.getByRole('dialog', { name: 'Move to another project' })
  await move.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Elsewhere' }).click()
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/board/${target.id}/task/`))
  await expect(page.getByText('Moved to Elsewhere as ELS-1')).toBeVisible()
  await expect(cardNamed(colleague, task.title)).toHaveCount(0)

  await colleague.goto(address)
  await expect(colleague.getByRole('heading', { name: 'You don’t have access to this task' })).toBeVisible()
  await undo(page).click()
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}/task/`))
  await expect(colleague.getByRole('textbox', { name: 'Title' })).toHaveValue(task.title)

  await callApi(page, 'POST', `/task/${task.id}/move-to-project`, { projectId: target.projectId })
  await expect(page).toHaveURL(new RegExp(`/board/${target.id}/task/`))
  await page.goto(address)
  await expect(page).toHaveURL(new RegExp(`/board/${target.id}/task/`))
})

test('a colleague watches a task and reacts to a comment, and both screens show it', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  for (const one of [page, colleague]) await one.goto(`/app/board/${board.id}/task/${task.id}`)
  await colleague.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(colleague.getByRole('button', { name: 'Stop watching' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Watchers' })).toContainText('Sam Sample, Sam Sample')

  await callApi(page, 'POST', `/task/${task.id}/comment`, { text: 'Ready?' })
  await colleague.getByRole('button', { name: 'Add reaction' }).click()
  await colleague.getByRole('button', { name: 'React with 🎉' }).click()
  await expect(page.getByRole('button', { name: '🎉 1, react too' })).toBeVisible()
  await page.getByRole('button', { name: '🎉 1, react too' }).click()
  await expect(colleague.getByRole('button', { name: '🎉 2, remove your reaction' })).toBeVisible()
  await colleague.getByRole('button', { name: '🎉 2, remove your reaction' }).click()
  await expect(page.getByRole('button', { name: '🎉 1, remove your reaction' })).toBeVisible()

  await page.getByRole('button', { name: 'Add reaction' }).click()
  await page.getByRole('button', { name: 'More emoji' }).click()
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('fox')
  await page.keyboard.press('Enter')
  await expect(colleague.getByRole('button', { name: '🦊 1, react too' })).toBeVisible()

  await colleague.getByRole('button', { name: 'Stop watching' }).click()
  await expect(page.getByRole('group', { name: 'Watchers' })).not.toContainText('Sam Sample, Sam Sample')
})

test('thirty minutes are logged with one field, and taken back', { tag: '@long' }, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [task] = await addTasks(page, board.columns[0]?.id, ['Write the report'])
  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('tab', { name: 'Time' }).click()
  const spent = panel.getByRole('textbox', { name: 'Time spent' })
  await spent.fill('soon')
  await spent.press('Enter')
  await expect(panel.getByText('Use a format like 1h 15m, 1:15, 75m or 1.5h')).toBeVisible()
  await spent.fill('30m')
  await spent.press('Enter')
  await expect(page.getByText('30m added')).toBeVisible()
  await expect(spent).toHaveValue('')
  await expect(panel.getByRole('tabpanel').getByText('30m').first()).toBeVisible()
  await spent.fill('1:15')
  await panel.getByRole('textbox', { name: 'Note' }).fill('Draft')
  await panel.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(panel.getByRole('tabpanel').getByText('1h 45m').first()).toBeVisible()
  await undo(page).click()
  await expect(panel.getByRole('tabpanel').getByText('1h 45m')).toHaveCount(0)

  const { items } = await callApi<{ items: { startedAt: string; endedAt: string }[] }>(
    page,
    'GET',
    `/time-interval?taskId=${task?.id}`,
  )
  expect(items).toHaveLength(1)
  await page.goto('/app/time')
  await expect(page.getByText('Week: 30m')).toBeVisible()
})

test('viewers see that they can only view, and plain text instead of fields', async ({ page, browser }) => {
  const { task, board, colleague: viewer } = await createSharedTask(page, browser, 'viewer')
  await callApi(page, 'PUT', `/task/${task.id}`, { estimateSeconds: 4500, dueDate: '2040-01-31' })
  await viewer.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = viewer.getByRole('dialog')
  await expect(panel.getByText('View only')).toBeVisible()
  const details = panel.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('definition').nth(0)).toHaveText('To do')
  await expect(details.getByText('1h 15m')).toBeVisible()
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await expect(details.getByRole('combobox')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Add reaction' })).toHaveCount(0)
  await panel.getByRole('tab', { name: 'Time' }).click()
  await expect(panel.getByText('No time tracked yet.')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Time spent' })).toHaveCount(0)
})

for (const variant of checkedVariants) {
  test(`the task page is accessible and fits every width (${variant.language})`, { tag: '@long' }, async ({
    browser,
  }) => {
    const { context, apply } = await openVariant(browser, variant)
    const page = await context.newPage()
    const taskId = await createFullTask(page)
    await apply()
    await page.goto(`/app/task/${taskId}/page`)
    await page.getByRole('tab').nth(2).click()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])
    for (const width of [320, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    }
    await context.close()
  })
}

/** With a comment and a reaction. */
async function createFullTask(page: Page) {
  const { board } = await personalBoard(page)
  const [task] = await addTasks(page, board.columns[0]?.id, ['Write the report', 'Send the report'])
  const path = `/task/${task?.id}/comment`
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', path, { text: 'A first draft' })
  await callApi(page, 'PUT', `/comment/${item.id}/reaction/${encodeURIComponent('👍')}`)
  return task?.id
}

async function createBoard(page: Page, name: string) {
  const { item: project } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', { name })
  const { item } = await callApi<{ item: Board }>(page, 'POST', `/project/${project.id}/board`, { name })
  return item
}
