import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, cards, column, createSharedTask, personalBoard } from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

test('the New board dialog shows the done column while columns are typed, and another one can be chosen', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}`)
  await page.getByRole('button', { name: 'New board' }).click()
  const dialog = page.getByRole('dialog', { name: 'New board' })
  const done = dialog.getByRole('combobox', { name: 'Done column' })
  await expect(done).toHaveValue('Done')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Releases')
  const columns = dialog.getByRole('combobox', { name: 'Columns' })
  for (const title of ['Ideas', 'Shipped', 'Dropped']) {
    await columns.fill(title)
    await columns.press('Enter')
  }
  await expect(done).toHaveValue('Dropped')
  await done.click()
  await page.getByRole('option', { name: 'Shipped' }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(doneMark(page, 'Shipped')).toBeVisible()
  await expect(doneMark(page, 'Dropped')).toHaveCount(0)

  await page.getByRole('button', { name: 'Dropped column menu' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Tasks here count as done' }).click()
  const question = page.getByRole('dialog', { name: 'Make “Dropped” the done column?' })
  await question.getByRole('radio', { name: 'Use both' }).check()
  await question.getByRole('button', { name: 'Make done column' }).click()
  await expect(doneMark(page, 'Dropped')).toBeVisible()
  await expect(doneMark(page, 'Shipped')).toBeVisible()
})

test('ticking a task on a board without a done column asks for the column, in My work and in the task panel', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const columns = ['Ideas', 'Doing', 'Shipped']
  const { item } = await callApi<{ item: typeof board }>(page, 'POST', `/project/${board.projectId}/board`, {
    name: 'Office move',
    columns,
    doneColumn: null,
  })
  await addTasks(page, item.columns[0]?.id, ['Order boxes', 'Pack plants'])
  await page.goto('/app/')
  const tick = page.getByRole('checkbox', { name: 'Complete “Order boxes”' })
  await tick.click()
  const dialog = page.getByRole('dialog', { name: 'Choose the done column' })
  await expect(dialog.getByRole('radio', { name: 'Shipped' })).toBeChecked()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tick).toBeVisible()
  await tick.click()
  await dialog.getByRole('button', { name: 'Complete task' }).click()
  await expect(tick).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Complete “Pack plants”' }).click()
  await expect(page.getByRole('checkbox', { name: 'Complete “Pack plants”' })).toHaveCount(0)

  await page.goto(`/app/board/${item.id}`)
  await expect(cards(page, 'Shipped')).toHaveText(['Order boxes', 'Pack plants'])
  await page.getByRole('button', { name: 'Shipped column menu' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Tasks here count as done' }).click()
  const stop = page.getByRole('dialog', { name: 'Stop using “Shipped” as a done column?' })
  await expect(stop).toContainText('2 completed tasks will be reopened.')
  await stop.getByRole('button', { name: 'Stop using it' }).click()
  await expect(doneMark(page, 'Shipped')).toHaveCount(0)

  await page.getByRole('link', { name: 'Order boxes', exact: true }).click()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await dialog.getByRole('radio', { name: 'Add a new column “Done”' }).check()
  await dialog.getByRole('button', { name: 'Complete task' }).click()
  await expect(page.getByRole('button', { name: 'Done', exact: true, pressed: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(cards(page, 'Done')).toHaveText(['Order boxes'])
})

test('a member who cannot change columns learns whom to ask', { tag: '@long' }, async ({ page, browser }) => {
  const { board, colleague } = await createSharedTask(page, browser)
  const done = board.columns.find(({ title }) => title === 'Done')
  await callApi(page, 'PUT', `/board/column/${done?.id}`, { isDone: false })
  await colleague.goto(`/app/board/${board.id}`)
  await colleague.getByRole('link', { name: 'Print posters' }).click()
  await colleague.getByRole('button', { name: 'Mark as done' }).click()
  const dialog = colleague.getByRole('dialog', { name: 'Choose the done column' })
  await expect(dialog).toContainText('Ask Sam Sample to choose one.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
})

test('an imported board gets the done column that was chosen before the import', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/import`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'tasks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title,Status\nBuy paint,Closed\nPaint door,Painted\nPlan,Ideas\n'),
  })
  await page.getByLabel('Status', { exact: true }).selectOption('Status')
  const columns = page.getByRole('region', { name: 'Columns' }).getByRole('checkbox', { name: 'Done column' })
  await expect(columns).toHaveCount(3)
  await columns.nth(0).uncheck()
  await columns.nth(1).check()
  await page.getByRole('button', { name: 'Import 3 tasks' }).click()
  await page.getByRole('link', { name: 'Open board' }).click()
  await expect(doneMark(page, 'Painted')).toBeVisible()
  await expect(doneMark(page, 'Closed')).toHaveCount(0)
  await expect(doneMark(page, 'Ideas')).toHaveCount(0)
})

function doneMark(page: Page, title: string) {
  return column(page, title).getByRole('img', { name: 'Tasks here count as done' })
}
