import { expect, test } from '@playwright/test'
import { cardNamed, createSharedTask } from '../boards.ts'

test('a viewer votes with the keyboard, and everyone sees the number and who it was', async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser, 'viewer')
  await page.goto(`/app/board/${board.id}`)
  const card = page.getByRole('article').filter({ has: cardNamed(page, task.title) })
  await expect(card).toBeVisible()
  await expect(card.getByText('0 votes')).toHaveCount(0)

  await colleague.goto(`/app/board/${board.id}`)
  await cardNamed(colleague, task.title).click()
  const votes = colleague.getByRole('dialog').getByRole('group', { name: 'Votes' })
  const vote = votes.getByRole('button', { name: 'Vote', exact: true })
  // A key is not held back until the button has its votes, as a click would be.
  await expect(vote).toBeEnabled()
  await vote.press('Enter')
  await expect(votes.getByRole('button')).toHaveAccessibleName('Withdraw vote 1 vote')
  await expect(card.getByText('1 vote')).toBeAttached()

  await cardNamed(page, task.title).click()
  const own = page.getByRole('dialog').getByRole('group', { name: 'Votes' }).getByRole('button')
  await expect(own).toHaveAccessibleDescription('Sam Sample')
  await own.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Sam Sample')

  await votes.getByRole('button').press('Enter')
  await expect(votes.getByRole('button')).toHaveAccessibleName('Vote')
  await expect(card.getByText('1 vote')).toHaveCount(0)
  await colleague.context().close()
})
