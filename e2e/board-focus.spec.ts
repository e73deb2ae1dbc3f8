import { expect, test } from '@playwright/test'
import { cardNamed, cards, column, undo } from './board-screen.ts'
import { addTasks, personalBoard } from './boards.ts'

test('the focus stays where the work is, and keys of the board rest while a task lies over it', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Alpha', 'Beta', 'Gamma'])
  await page.goto(`/app/board/${board.id}`)
  const filter = page.getByRole('searchbox', { name: 'Filter by text' })
  const newTask = page.getByRole('textbox', { name: 'New task title' })
  const add = column(page, 'To do').getByRole('button', { name: 'Add task to To do' })

  await add.click()
  await expect(newTask).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()

  await cardNamed(page, 'Alpha').focus()
  await page.keyboard.press('n')
  await expect(newTask).toBeFocused()
  await filter.click()
  await expect(newTask).toHaveCount(0)
  await expect(filter).toBeFocused()

  await filter.pressSequentially('be ')
  await expect(cards(page, 'To do')).toHaveText(['Beta'])
  await expect(page).toHaveURL(/search=be$/)
  await filter.pressSequentially('ta')
  await expect(filter).toHaveValue('be ta')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(filter).toHaveValue('')

  await page.getByRole('button', { name: '“Beta” menu' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Gamma'])
  await expect(cardNamed(page, 'Gamma')).toBeFocused()
  await undo(page).click()

  await cardNamed(page, 'Beta').click()
  const close = page.getByRole('dialog', { name: 'Beta' }).getByRole('button', { name: 'Close', exact: true })
  await close.focus()
  await page.keyboard.press('n')
  await page.keyboard.press('/')
  await expect(close).toBeFocused()
  await expect(newTask).toHaveCount(0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Everywhere')
  await expect(help).toContainText('On a board')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
})
