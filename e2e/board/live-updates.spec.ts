import { expect, test } from '@playwright/test'
import { cardNamed, createSharedTask, dropIntoSameGap, undo } from '../boards.ts'

test('another browser shows an assignment, a comment, and two cards dropped in the same place', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await page.goto(`/app/board/${board.id}`)
  await colleague.goto(`/app/board/${board.id}`)
  const card = colleague.getByRole('article').filter({ has: cardNamed(colleague, task.title) })
  await expect(card).toBeVisible()
  await cardNamed(page, task.title).focus()
  await page.keyboard.press('i')
  await expect(card.getByTitle('Sam Sample').first()).toBeVisible()
  await undo(page).click()
  await expect(card.getByTitle('Sam Sample')).toHaveCount(0)

  for (const someone of [page, colleague]) await cardNamed(someone, task.title).click()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('The paper is here')
  await page.keyboard.press('Control+Enter')
  await expect(colleague.getByRole('dialog').getByText('The paper is here')).toBeVisible()

  await dropIntoSameGap([page, colleague], board, 1)
  await colleague.context().close()
})
