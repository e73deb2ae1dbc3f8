import { expect, test } from '@playwright/test'
import { addTasks, callApi, column, personalBoard } from '../boards.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

test('a background is chosen with the keyboard, and stays readable in both themes', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Order boxes'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Board menu' }).click()
  await page.getByRole('menuitem', { name: 'Board settings' }).click()
  const choice = page.getByRole('radiogroup', { name: 'Background' })
  await expect(choice.getByRole('radio', { name: 'No background' })).toBeChecked()
  await choice.getByRole('radio', { name: 'No background' }).press('ArrowRight')
  await expect(choice.getByRole('radio', { name: 'Sky' })).toBeChecked()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('[data-board-background=sky]')).toBeVisible()

  for (const [colorScheme, background] of [
    ['light', 'violet'],
    ['dark', 'orange'],
  ] as const) {
    await callApi(page, 'PUT', `/board/${board.id}`, { background })
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`[data-board-background=${background}]`)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 2560, height: 720 })
  await expect.poll(async () => (await column(page, 'To do').boundingBox())?.width).toBe(416)
})
