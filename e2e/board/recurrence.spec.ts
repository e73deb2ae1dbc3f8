import { expect, type Page, test } from '@playwright/test'
import { callApi, cardNamed, column, createSharedTask, undo } from '../boards.ts'
import { accessibilityViolations, checkedVariants, openVariant, overflow } from '../screen-checks.ts'

const chooseRepeat = async (page: Page, option: string) => {
  await page.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a task repeats by a common rule or an own one, and its next occurrence appears', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await callApi(page, 'PUT', `/task/${task.id}`, { dueDate: '2040-01-16' })
  await colleague.goto(`/app/board/${board.id}`)
  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = page.getByRole('dialog').first()
  const repeat = panel.getByRole('combobox', { name: 'Repeat' })
  await expect(repeat).toHaveValue('Doesn’t repeat')
  await chooseRepeat(page, 'Every month on the 16th')
  await expect(repeat).toHaveValue('Every month on the 16th')
  await expect(panel.getByText('Next Feb 16, 2040')).toBeVisible()
  await expect(column(colleague, 'To do').getByText('Repeats')).toHaveCount(1)

  await panel.getByRole('button', { name: 'Skip Feb 16, 2040' }).click()
  await expect(panel.getByText('Next Mar 16, 2040')).toBeVisible()
  await undo(page.getByRole('alert').filter({ hasText: 'Skipped' })).click()
  await expect(panel.getByText('Next Feb 16, 2040')).toBeVisible()

  // With the keyboard alone.
  await repeat.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await repeat.press(key)
  const dialog = page.getByRole('dialog', { name: 'Repeat task' })
  await dialog.getByLabel('Every', { exact: true }).fill('2')
  await dialog.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'weeks' }).click()
  const thursday = dialog.getByRole('checkbox', { name: 'Thursday' })
  await thursday.focus()
  await thursday.press('Space')
  await expect(dialog.getByText('Every two weeks on Monday and Thursday')).toBeVisible()
  const dates = dialog.getByRole('list', { name: 'Next dates' }).getByRole('listitem')
  await expect(dates).toHaveText([
    'Thu, January 19, 2040',
    'Mon, January 30, 2040',
    'Thu, February 2, 2040',
    'Mon, February 13, 2040',
    'Thu, February 16, 2040',
  ])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(repeat).toHaveValue('Every month on the 16th')

  // Created in advance, so at once.
  const today = new Date().toISOString().slice(0, 10)
  await callApi(page, 'PUT', `/task/${task.id}`, { dueDate: today })
  await callApi(page, 'PUT', `/task/${task.id}/recurrence`, {
    rule: 'FREQ=DAILY',
    leadDays: 2,
    timeZone: 'UTC',
  })
  await expect(cardNamed(colleague, task.title)).toHaveCount(2)
  await chooseRepeat(page, 'Doesn’t repeat')
  await expect(column(colleague, 'To do').getByText('Repeats')).toHaveCount(0)
})

for (const variant of checkedVariants) {
  test(
    `the dialog for own rules is accessible in ${variant.language}`,
    { tag: '@long' },
    async ({ page, browser }, testInfo) => {
      const { task, board } = await createSharedTask(page, browser)
      const body = { rule: 'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20990301', timeZone: 'Europe/Berlin' }
      await callApi(page, 'PUT', `/task/${task.id}/recurrence`, body)
      const { context, apply } = await openVariant(browser, variant)
      await context.addCookies(await page.context().cookies())
      await apply()
      const screen = await context.newPage()
      await screen.goto(`/app/board/${board.id}/task/${task.id}`)
      await screen.getByRole('combobox', { name: /^(Repeat|Повторение)$/ }).click()
      await screen.getByRole('option', { name: /^(Custom|Настроить)…$/ }).click()
      const dialog = screen.getByRole('dialog', { name: /^(Repeat task|Повторение задачи)$/ })
      await expect(dialog.getByRole('listitem')).toHaveCount(5)
      expect(await accessibilityViolations(screen)).toEqual([])
      for (const width of [1440, 320]) {
        await screen.setViewportSize({ width, height: 900 })
        await expect.poll(() => overflow(screen)).toBeLessThanOrEqual(0)
        await testInfo.attach(`${width}`, { body: await screen.screenshot(), contentType: 'image/png' })
      }
      await context.close()
    },
  )
}
