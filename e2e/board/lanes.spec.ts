import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import {
  addTasks,
  boxOf,
  callApi,
  cardNamed,
  cards,
  column,
  createSharedTask,
  gapIn,
  personalBoard,
  pickUp,
} from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

// Cards move as most people see them: what an animation breaks, a still page hides.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a card dropped far below a short column goes to its end, and a gap shows where', async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Alpha', 'Beta', 'Gamma'])
  await addTasks(page, progress?.id, ['One'])
  await page.goto(`/app/board/${board.id}`)
  await pickUp(page, cardNamed(page, 'Alpha'))
  const lane = await boxOf(column(page, 'In progress'))
  expect(lane.height, 'as tall as the board').toBeGreaterThan(400)
  await page.mouse.move(lane.x + lane.width / 2, lane.y + lane.height - 30, { steps: 5 })
  await expect(gapIn(page, 'In progress')).toHaveAttribute('data-gap', '1')
  await expect(gapIn(page, 'To do')).toHaveCount(0)
  await page.mouse.up()
  await expect(cards(page, 'In progress')).toHaveText(['One', 'Alpha'])
  await expect(gapIn(page, 'In progress')).toHaveCount(0)

  await pickUp(page, cardNamed(page, 'Beta'))
  await expect(gapIn(page, 'To do')).toHaveCount(1)
  const own = await boxOf(column(page, 'To do'))
  await page.mouse.move(own.x + own.width / 2, own.y + own.height - 30, { steps: 5 })
  await expect(gapIn(page, 'To do')).toHaveAttribute('data-gap', '2')
  await page.mouse.up()
  await expect(cards(page, 'To do')).toHaveText(['Gamma', 'Beta'])
})

test('a card that is moved or focused by keyboard scrolls into view, with its focus ring', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  const { item: last } = await callApi<{ item: { id: number } }>(page, 'POST', `/board/${board.id}/column`, {
    title: 'Far away',
  })
  const titles = Array.from({ length: 14 }, (_, index) => `Card ${index + 1}`)
  await Promise.all([
    addTasks(page, todo?.id, titles),
    addTasks(page, progress?.id, ['Middle']),
    addTasks(page, last.id, ['Last']),
  ])
  await page.setViewportSize({ width: 800, height: 560 })
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Card 1').focus()
  await page.keyboard.press('Space')
  for (let step = 1; step < titles.length; step += 1) await page.keyboard.press('ArrowDown')
  await expectInView(page, cardNamed(page, 'Card 1'), column(page, 'To do'))
  await page.keyboard.press('Space')
  await expect(page.getByText('Moved to To do')).toBeVisible()
  await expect(cards(page, 'To do').last()).toHaveText('Card 1')
  await page.keyboard.press('Home')
  await expectInView(page, cardNamed(page, 'Card 2'), column(page, 'To do'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cardNamed(page, 'Last')).toBeFocused()
  await expectInView(page, cardNamed(page, 'Last'), column(page, 'Far away'))
})

test('a collapsed column is remembered, takes drops and opens while a card is held over it', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Alpha', 'Beta'])
  await addTasks(page, progress?.id, ['One', 'Two'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Collapse In progress' }).click()
  await expect(cardNamed(page, 'One')).toHaveCount(0)
  await page.reload()
  const expand = page.getByRole('button', { name: 'Expand In progress' })
  await expect(expand).toBeVisible()
  expect((await boxOf(column(page, 'In progress'))).width).toBeLessThan(60)
  expect(await accessibilityViolations(page)).toEqual([])

  await pickUp(page, cardNamed(page, 'Alpha'))
  const lane = await boxOf(column(page, 'In progress'))
  await page.mouse.move(lane.x + 20, lane.y + 100, { steps: 3 })
  await expect(cardNamed(page, 'One')).toBeVisible()
  await expect(async () => {
    // Not to the first card, which makes room for the gap. The column may still be growing.
    const list = await boxOf(column(page, 'In progress').getByRole('list').last())
    await page.mouse.move(list.x + 20, list.y + 12, { steps: 3 })
    await page.mouse.move(list.x + 20, list.y + 6, { steps: 3 })
    await expect(gapIn(page, 'In progress')).toHaveAttribute('data-gap', '0', { timeout: 1000 })
  }).toPass()
  await page.mouse.up()
  await expect(expand).toBeVisible()
  await expect(column(page, 'In progress').getByText('3', { exact: true })).toBeVisible()

  await cardNamed(page, 'Beta').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(cards(page, 'In progress')).toHaveText(['Beta', 'Alpha', 'One', 'Two'])
  await expect(cardNamed(page, 'Beta')).toBeFocused()
  // A reload would cancel what is still being saved.
  await expect
    .poll(
      async () =>
        (await callApi<{ _meta: { total: number } }>(page, 'GET', `/task?columnId=${progress?.id}`))._meta
          .total,
    )
    .toBe(4)
  await page.reload()
  await expect(cards(page, 'In progress')).toHaveText(['Beta', 'Alpha', 'One', 'Two'])
})

test('the header shows members, filters by one or by me, opens the invitation and the settings', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { board, task } = await createSharedTask(page, browser)
  const [todo, , done] = board.columns
  await addTasks(page, todo?.id, ['Hang posters'])
  const { item: me } = await callApi<{ item: { id: number } }>(page, 'GET', '/users/me')
  await callApi(page, 'POST', `/task/${task.id}/assign`, { assigneeId: me.id })
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Only my tasks' }).click()
  await expect(page).toHaveURL(/\?assignee=me$/)
  await expect(cards(page, 'To do')).toHaveText(['Print posters'])
  await page.reload()
  await expect(cards(page, 'To do')).toHaveText(['Print posters'])
  await page.getByRole('button', { name: 'Only my tasks', pressed: true }).click()
  await expect(cards(page, 'To do')).toHaveCount(2)
  const members = page.getByRole('group', { name: 'Members' })
  await members.getByRole('button', { name: 'Only tasks of Sam Sample', exact: true }).last().click()
  await expect(page).toHaveURL(/\?assignee=\d+$/)
  await page.goto(`/app/board/${board.id}?assignee=%22${me.id}%22`)
  await expect(cards(page, 'To do')).toHaveText(['Print posters'])
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog')
  await expect(invitation.getByLabel('Email address')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invitation).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Invite' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: 'Board menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Invite' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Board settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Board settings' })
  await expect(settings.getByLabel('Board name')).toBeFocused()
  await settings.getByLabel('Board name').fill('Campaign')
  await settings.getByLabel('Description').fill('Autumn posters')
  await settings.getByLabel('Title of In progress').fill('Printing')
  await page.keyboard.press('Enter')
  await settings.getByLabel('WIP limit for “Printing”').fill('3')
  await settings.getByLabel('New column').fill('Review')
  await settings.getByLabel('New column').press('Enter')
  await expect(settings.getByLabel('Title of Review')).toBeVisible()
  await settings.getByRole('button', { name: 'Move Review up' }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('heading', { name: 'Campaign', level: 1 })).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText(['To do', 'Printing', 'Review', 'Done'])
  await expect(column(page, 'Printing').getByText('0/3')).toBeVisible()

  await page.getByRole('button', { name: 'Board menu' }).click()
  await page.getByRole('menuitem', { name: 'Board settings' }).click()
  await expect(settings.getByLabel('Description')).toHaveValue('Autumn posters')
  await settings.getByRole('button', { name: 'Tasks in Done count as done' }).click()
  await page.getByRole('button', { name: 'Stop using it' }).click()
  await expect(settings.getByRole('button', { name: 'Tasks in Done count as done' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  expect(done?.title).toBe('Done')
  // The stream reports the deletion before the answer arrives.
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    await expect(page.getByRole('heading', { name: 'This board no longer exists' })).toBeVisible()
    await route.fulfill({ response })
  }
  await page.route(`**/board/${board.id}`, answerLate, { times: 1 })
  await settings.getByRole('button', { name: 'Delete board' }).click()
  await expect(page).toHaveURL(/\/project\/\d+$/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Campaign' })).toBeVisible()
})

/** The card and its focus ring are inside the visible part of the column, and the column inside the window. */
async function expectInView(page: Page, card: Locator, lane: Locator) {
  await expect(card).toBeFocused()
  await expect
    .poll(async () => {
      const article = await boxOf(card.locator('xpath=..'))
      const list = await boxOf(lane.getByRole('list').last().locator('xpath=..'))
      const { width } = page.viewportSize() ?? { width: 0 }
      return {
        above: article.y - list.y >= 3,
        below: list.y + list.height - article.y - article.height >= 3,
        beside: article.x >= 0 && article.x + article.width <= width,
      }
    })
    .toEqual({ above: true, below: true, beside: true })
}
