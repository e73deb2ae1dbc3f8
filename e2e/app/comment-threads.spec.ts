import { expect, test } from '@playwright/test'
import { callApi, createSharedTask } from '../boards.ts'
import { editMarkdown } from '../people.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

test('people reply to a comment, and the thread stays when the comment is deleted', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await callApi(colleague, 'POST', `/task/${task.id}/comment`, { text: 'Which size?' })
  for (const one of [page, colleague]) {
    await editMarkdown(one)
    await one.goto(`/app/board/${board.id}/task/${task.id}`)
  }
  await page.getByRole('button', { name: 'Reply to Sam Sample' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Reply to Sam Sample' })
  await expect(field).toBeFocused()
  await field.fill('A2, please')
  await page.reload()
  await expect(field).toHaveValue('A2, please')
  await field.press('Control+Enter')
  const replies = page.getByRole('list', { name: 'Replies' })
  await expect(replies.getByText('A2, please')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reply to Sam Sample' })).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)

  await expect(colleague.getByRole('list', { name: 'Replies' }).getByText('A2, please')).toBeVisible()
  const comments = colleague.getByRole('list', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Comment menu' }).first().click()
  await colleague.getByRole('menuitem', { name: 'Delete' }).click()
  await colleague
    .getByRole('dialog', { name: 'Delete this comment?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  for (const one of [page, colleague]) {
    await expect(one.getByText('Which size?')).toHaveCount(0)
    await expect(one.getByText('A2, please')).toBeVisible()
    await expect(one.getByRole('list', { name: 'Replies' })).toHaveCount(0)
  }
  await colleague.close()
})
