import { expect, test } from '@playwright/test'
import { callApi, createSharedTask } from '../boards.ts'
import { editMarkdown } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

test('people see who else is at a task, what they write, and what changed in the meantime', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await callApi(page, 'PUT', `/task/${task.id}`, { description: '**Ten** posters' })
  for (const one of [page, colleague]) {
    await editMarkdown(one)
    await one.goto(`/app/board/${board.id}/task/${task.id}`)
  }
  await expect(page.getByRole('group', { name: 'Also here' })).toContainText('Sam Sample')
  await expect(colleague.getByRole('group', { name: 'Also here' })).toContainText('Sam Sample')

  await colleague.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('How')
  await expect(page.getByText('Sam Sample is writing a comment…')).toBeVisible()

  await page.getByRole('button', { name: 'Edit description' }).click()
  const editor = page.getByRole('textbox', { name: 'Description' })
  await editor.fill('**Ten** large posters')
  await callApi(colleague, 'PUT', `/task/${task.id}`, { description: '**Twenty** posters' })
  await expect(page.getByText('Sam Sample changed the description while you were editing')).toBeVisible()
  const difference = page.getByRole('region', { name: 'Difference' })
  await expect(difference.locator('del')).toHaveText('Ten')
  await expect(difference.locator('ins')).toHaveText('Twenty')
  expect(await accessibilityViolations(page)).toEqual([])

  await editor.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Sam Sample changed this while you were editing' })
  await expect(conflict.getByRole('region', { name: 'Difference' })).toHaveText('TwentyTen large posters')
  expect(await accessibilityViolations(page)).toEqual([])
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Ten large posters')).toBeVisible()

  await colleague.close()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
