import { expect, test } from '@playwright/test'
import { callApi, cardNamed, personalBoard } from '../boards.ts'

// Always a day behind the time zone below.
test.use({ timezoneId: 'Pacific/Pago_Pago' })
const timeZone = 'Pacific/Kiritimati'

test('boards and tasks use the time zone of the account', { tag: '@long' }, async ({ page }) => {
  const { board } = await personalBoard(page)
  await callApi(page, 'PUT', '/users/me/settings', { timeZone })
  const dueDate = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  await callApi(page, 'POST', '/task', { title: 'Alpha', columnId: board.columns[0]?.id, dueDate })
  await page.goto(`/app/board/${board.id}?due=today`)
  await expect(page.getByRole('article').getByTitle('Due today')).toBeVisible()
  await cardNamed(page, 'Alpha').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Due/ })).toHaveText('Today')
})
