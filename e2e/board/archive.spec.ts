import { expect, test } from '@playwright/test'
import { addTasks, callApi, cards, personalBoard } from '../boards.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

test('completed tasks are archived from the board, shown on request, and brought back', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const done = board.columns[2]?.id
  const [first] = await addTasks(page, done, ['Order boxes', 'Pack plants', 'Return keys'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: '“Order boxes” menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(cards(page, 'Done')).toHaveText(['Pack plants', 'Return keys'])
  await page.getByRole('button', { name: 'Done column menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive tasks shown here' }).click()
  await expect(cards(page, 'Done')).toHaveCount(0)

  await page.getByRole('button', { name: 'Show archived' }).click()
  await expect(cards(page, 'Done')).toHaveCount(3)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Return keys', exact: true }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Archived', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Restore from archive' }).click()
  await expect(panel.getByText('Archived', { exact: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Show archived' }).click()
  await expect(cards(page, 'Done')).toHaveText(['Return keys'])

  // The table opens on what is still to do.
  await page.goto(`/app/project/${board.projectId}/tasks`)
  const filter = page.getByRole('search', { name: 'Filter' })
  await expect(filter.getByText('Completed')).toBeVisible()
  await expect(page.getByText('Return keys')).toBeHidden()
  // On a phone, all tools of the view are in one row.
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(async () => (await filter.locator('..').boundingBox())?.height).toBeLessThan(60)
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await filter.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL(/filter=$/)
  await expect(page.getByText('Return keys')).toBeVisible()
  await expect(page.getByText('Order boxes')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show archived tasks' }).click()
  await expect(page.getByText('Order boxes')).toBeVisible()

  await callApi(page, 'PUT', `/task/${first?.id}`, { isArchived: false })
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Done column menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive after…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive completed tasks' })
  await dialog.getByRole('textbox', { name: 'Days after completion in “Done”' }).fill('14')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cards(page, 'Done')).toHaveText(['Order boxes', 'Return keys'])
})
