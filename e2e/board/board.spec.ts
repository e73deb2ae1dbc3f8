import { expect, test } from '@playwright/test'
import {
  addTasks,
  announcement,
  callApi,
  cardNamed,
  cards,
  column,
  drag,
  motionEnds,
  personalBoard,
  undo,
} from '../boards.ts'
import { signInByApi } from '../people.ts'

// Cards move as most people see them: what an animation breaks, a still page hides.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('three tasks are added and one is moved to another column with the keyboard', async ({ page }) => {
  const { board } = await personalBoard(page)
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.keyboard.press('n')
  for (const title of ['Third', 'Second', 'First']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(cards(page, 'To do')).toHaveText(['First', 'Second', 'Third'])

  await cardNamed(page, 'First').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cardNamed(page, 'Second')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(announcement(page, 'Picked up “Second”, position 2 of 3 in To do.')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(announcement(page, '“Second”, position 1 of 1 in In progress.')).toBeAttached()
  await motionEnds(page)
  await expect(cardNamed(page, 'Second')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(announcement(page, 'Move canceled. “Second” is back where it was.')).toBeAttached()
  await expect(cards(page, 'To do')).toHaveText(['First', 'Second', 'Third'])

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await motionEnds(page)
  await page.keyboard.press('Space')
  await expect(page.getByText('Moved to In progress')).toBeVisible()
  await page.reload()
  await expect(cards(page, 'In progress')).toHaveText(['Second'])
  await expect(cards(page, 'To do')).toHaveText(['First', 'Third'])
})

test('a dragged task stays where it was dropped, in another browser and after a reload, and Z undoes the move', async ({
  page,
  browser,
}) => {
  const { person, board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Alpha', 'Beta'])
  await addTasks(page, progress?.id, ['One', 'Two'])
  await page.goto(`/app/board/${board.id}`)
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await signInByApi(other, person)
  await other.goto(`/app/board/${board.id}`)
  await expect(cards(other, 'To do')).toHaveText(['Alpha', 'Beta'])

  await drag(page, cardNamed(page, 'Alpha'), cardNamed(page, 'Two'))
  await expect(page.getByText('Moved to In progress')).toBeVisible()
  await expect(cards(page, 'In progress')).toHaveText(['One', 'Alpha', 'Two'])
  await expect(cards(other, 'In progress')).toHaveText(['One', 'Alpha', 'Two'])
  await page.keyboard.press('z')
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Beta'])
  await expect(cards(other, 'To do')).toHaveText(['Alpha', 'Beta'])

  await drag(page, cardNamed(page, 'Beta'), cardNamed(page, 'One'))
  await expect(page.getByText('Moved to In progress')).toBeVisible()
  await page.reload()
  await expect(cards(page, 'In progress')).toHaveText(['Beta', 'One', 'Two'])
})

test('Z pressed before a move is answered undoes this move, not the one before it', async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Alpha', 'Beta'])
  await addTasks(page, progress?.id, ['One'])
  await page.goto(`/app/board/${board.id}`)
  await drag(page, cardNamed(page, 'Alpha'), cardNamed(page, 'One'))
  await expect(page.getByText('Moved to In progress')).toBeVisible()

  const gate = Promise.withResolvers<void>()
  await page.route('**/move-to-column', async route => {
    await gate.promise
    await route.continue()
  })
  await drag(page, cardNamed(page, 'Beta'), cardNamed(page, 'One'))
  await expect(cards(page, 'In progress')).toHaveText(['Alpha', 'Beta', 'One'])
  await page.keyboard.press('z')
  gate.resolve()
  await expect(cards(page, 'To do')).toHaveText(['Beta'])
  await expect(cards(page, 'In progress')).toHaveText(['Alpha', 'One'])
})

test('a full column refuses a task: it slides back, the reason is shown, and it can be moved anyway', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Late guest'])
  await addTasks(page, progress?.id, ['Early guest'])
  await callApi(page, 'PUT', `/board/column/${progress?.id}`, { wipLimit: 1 })
  await page.goto(`/app/board/${board.id}`)
  await drag(page, cardNamed(page, 'Late guest'), cardNamed(page, 'Early guest'))
  await expect(page.getByText('“In progress” is full: its limit is 1 task.')).toBeVisible()
  await expect(cards(page, 'To do')).toHaveText(['Late guest'])
  await page.getByRole('button', { name: 'Move anyway' }).click()
  await expect(cards(page, 'In progress')).toHaveText(['Late guest', 'Early guest'])
  await expect(column(page, 'In progress').getByText('2/1')).toBeVisible()
})

test('filters are in the address and hide cards; counts include hidden cards', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Paint the door', 'Paint the wall', 'Mow the lawn'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill('paint')
  await expect(page).toHaveURL(/search=paint/)
  await expect(page.getByText('1 task hidden by filters')).toBeVisible()
  await expect(column(page, 'To do').getByText('2 of 3')).toBeVisible()
  await page.reload()
  await expect(cards(page, 'To do')).toHaveText(['Paint the door', 'Paint the wall'])
  await drag(page, cardNamed(page, 'Paint the wall'), cardNamed(page, 'Paint the door'))
  await expect(cards(page, 'To do')).toHaveText(['Paint the wall', 'Paint the door'])

  // Every view of the tasks keeps the filter.
  const views = page.getByRole('navigation', { name: 'View' })
  await views.getByRole('link', { name: 'Table' }).click()
  await expect(page.getByText('2 tasks', { exact: true })).toBeVisible()
  await views.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/view=calendar&filter=text/)
  await views.getByRole('link', { name: 'Reports' }).click()
  await expect(page).toHaveURL(/reports\?filter=text/)
  await views.getByRole('link', { name: 'Board' }).click()
  await expect(cards(page, 'To do')).toHaveText(['Paint the wall', 'Paint the door'])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards(page, 'To do')).toHaveText(['Paint the wall', 'Paint the door', 'Mow the lawn'])
})

test('the focus follows the work, and shortcuts of the board are disabled while a task panel is open', {
  tag: '@long',
}, async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
})
