import { expect, type Page, test } from '@playwright/test'
import {
  addTasks,
  announcement,
  boxOf,
  callApi,
  cardNamed,
  column,
  createSharedTask,
  personalBoard,
  pickUp,
  undo,
} from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

// Cards move as most people see them: what an animation breaks, a still page hides.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

function lane(page: Page, name: string) {
  return page.getByRole('group', { name, exact: true })
}

function laneCards(page: Page, title: string, name: string) {
  return page.getByRole('list', { name: `Tasks in ${title}, ${name}` }).getByRole('link')
}

/** Over the lower edge of the list, wherever it is by then. */
async function dropInto(page: Page, title: string, name: string) {
  const list = page.getByRole('list', { name: `Tasks in ${title}, ${name}` })
  await expect(async () => {
    const { x, y, width, height } = await boxOf(list)
    await page.mouse.move(x + width / 2, y + height - 2, { steps: 5 })
    await expect(list.locator('[data-gap]')).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await page.mouse.up()
}

test('lanes group a board; a card dragged or carried to another lane changes its field there and for everyone', async ({
  page,
  browser,
}) => {
  const { board, task, colleague } = await createSharedTask(page, browser)
  const [todo, progress] = board.columns
  const { item: me } = await callApi<{ item: { id: number } }>(page, 'GET', '/users/me')
  const [hang] = await addTasks(page, todo?.id, ['Hang posters', 'Order frames'])
  await addTasks(page, progress?.id, ['Find walls'])
  for (const id of [task.id, hang?.id]) await callApi(page, 'PUT', `/task/${id}`, { assigneeId: me.id })
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'By assignee' }).click()
  await expect(page).toHaveURL(/\?lanes=assignee$/)
  // Both people have the same name: the first lane is one's own.
  const mine = lane(page, 'Sam Sample').first()
  await expect(mine.getByRole('link')).toHaveText(['Print posters', 'Hang posters'])
  await expect(laneCards(page, 'To do', 'No assignee')).toHaveText(['Order frames'])
  await colleague.goto(`/app/board/${board.id}?lanes=assignee`)
  await expect(laneCards(colleague, 'To do', 'No assignee')).toHaveText(['Order frames'])

  await pickUp(page, cardNamed(page, 'Hang posters'))
  await dropInto(page, 'In progress', 'No assignee')
  await expect(laneCards(page, 'In progress', 'No assignee')).toHaveText(['Find walls', 'Hang posters'])
  await expect(
    announcement(page, 'Dropped “Hang posters” at position 2 of 2 in In progress, No assignee.'),
  ).toBeAttached()
  await expect(page.getByText('Moved to In progress, No assignee')).toBeVisible()
  await expect(laneCards(colleague, 'In progress', 'No assignee')).toHaveText(['Find walls', 'Hang posters'])
  const { item: moved } = await callApi<{ item: { assigneeId: number | null; columnId: number } }>(
    page,
    'GET',
    `/task/${hang?.id}`,
  )
  expect(moved).toMatchObject({ assigneeId: null, columnId: progress?.id })
  await undo(page).click()
  await expect(mine.getByRole('link')).toHaveText(['Print posters', 'Hang posters'])
  await expect(lane(colleague, 'No assignee').getByRole('link')).toHaveText(['Order frames', 'Find walls'])

  await cardNamed(page, 'Order frames').focus()
  await page.keyboard.press('Space')
  await expect(
    announcement(page, 'Picked up “Order frames”, position 1 of 1 in To do, No assignee.'),
  ).toBeAttached()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(announcement(page, '“Order frames”, position 1 of 3 in To do, Sam Sample.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(mine.getByRole('link')).toHaveText(['Print posters', 'Order frames', 'Hang posters'])
  await expect(cardNamed(page, 'Order frames')).toBeFocused()
  // A move that is still on its way would continue, and dim its card, after the reload.
  await expect(page.locator('[data-on-its-way]')).toHaveCount(0)

  await page.getByRole('button', { name: 'No assignee', expanded: true }).click()
  await expect(cardNamed(page, 'Find walls')).toHaveCount(0)
  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  await expect(page, 'what the board was grouped by is remembered').toHaveURL(
    new RegExp(`/task/${task.id}\\?lanes=assignee$`),
  )
  await expect(page.getByRole('button', { name: 'No assignee', expanded: false })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('lanes by parent and by a field set the value of new cards, and a refused card slides back', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  const [campaign, print, walls] = await addTasks(page, todo?.id, ['Campaign', 'Print', 'Walls'])
  await callApi(page, 'PUT', `/task/${print?.id}`, { parentId: campaign?.id, estimateSeconds: 7200 })
  await page.goto(`/app/board/${board.id}?lanes=parent`)
  const parent = lane(page, 'Campaign')
  await expect(laneCards(page, 'To do', 'Campaign')).toHaveText(['Print'])
  await expect(parent.getByText('0/1')).toBeVisible()
  await expect(parent.getByTitle('Estimate: 2h')).toBeVisible()
  await expect(laneCards(page, 'To do', 'No parent')).toHaveText(['Campaign', 'Walls'])

  await parent.getByRole('button', { name: 'Add task to In progress, Campaign' }).click()
  await page.getByRole('textbox', { name: 'New task title' }).fill('Fold')
  await page.keyboard.press('Enter')
  await expect(laneCards(page, 'In progress', 'Campaign')).toHaveText(['Fold'])
  await expect(parent.getByText('0/2')).toBeVisible()
  await page.keyboard.press('Escape')

  // Into its own lane a parent can't go; what is below it neither, but only the server knows that.
  await callApi(page, 'PUT', `/task/${walls?.id}`, { parentId: print?.id })
  await expect(laneCards(page, 'To do', 'Print')).toHaveText(['Walls'])
  await pickUp(page, cardNamed(page, 'Campaign'))
  await dropInto(page, 'To do', 'Print')
  await expect(page.getByText('“Campaign” wasn’t moved')).toBeVisible()
  await expect(laneCards(page, 'To do', 'No parent')).toHaveText(['Campaign'])
  await expect(laneCards(page, 'To do', 'Print')).toHaveText(['Walls'])

  await parent.getByRole('link', { name: 'Open “Campaign”' }).click()
  await expect(page).toHaveURL(new RegExp(`/task/${campaign?.id}\\?lanes=parent$`))
  await page.keyboard.press('Escape')

  const { item: field } = await callApi<{ item: { id: number } }>(
    page,
    'POST',
    `/project/${board.projectId}/field`,
    { name: 'Size', type: 'select', options: [{ name: 'Small' }, { name: 'Large' }], isRequired: true },
  )
  await callApi(page, 'PUT', `/board/column/${progress?.id}`, { wipLimit: 1 })
  await page.goto(`/app/board/${board.id}?lanes=cf${field.id}`)
  await expect(lane(page, 'No value').getByRole('link')).toHaveCount(4)
  await pickUp(page, cardNamed(page, 'Walls'))
  await dropInto(page, 'In progress', 'Large')
  await expect(page.getByText('“In progress” is full: its limit is 1 task.')).toBeVisible()
  await expect(lane(page, 'No value').getByRole('link')).toHaveCount(4)
  await page.getByRole('button', { name: 'Move anyway' }).click()
  await expect(laneCards(page, 'In progress', 'Large')).toHaveText(['Walls'])
  await expect(lane(page, 'Large').getByText('1', { exact: true })).toBeVisible()

  await cardNamed(page, 'Walls').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to lane…' }).click()
  const choices = page.getByRole('dialog', { name: 'Move “Walls” to another lane' })
  await expect(choices.getByRole('option'), 'no card can lose a required value').toHaveText([
    /Small/,
    /Large/,
  ])
  await choices.getByRole('option', { name: 'Small' }).click()
  await expect(laneCards(page, 'In progress', 'Small')).toHaveText(['Walls'])
  await expect(cardNamed(page, 'Walls')).toBeFocused()
  await expect(page.getByText('Moved to In progress, Small')).toBeVisible()
  await page.keyboard.press('z')
  await expect(laneCards(page, 'In progress', 'Large')).toHaveText(['Walls'])

  await cardNamed(page, 'Walls').focus()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'New task title' }).fill('Glue')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The column has reached its WIP limit.')).toBeVisible()
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await expect(laneCards(page, 'In progress', 'Large')).toHaveText(['Glue', 'Walls'])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await expect(laneCards(page, 'In progress', 'Large')).toHaveText(['Glue', 'Walls'])
    expect(await accessibilityViolations(page)).toEqual([])
  }
})

test('on a phone lanes are sections of the column that can be collapsed', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  const [alpha] = await addTasks(page, todo?.id, ['Alpha', 'Beta'])
  await addTasks(page, progress?.id, ['Gamma'])
  await callApi(page, 'PUT', `/task/${alpha?.id}`, { priorityId: 4 })
  await page.goto(`/app/board/${board.id}?lanes=priority`)
  const todoColumn = column(page, 'To do')
  await expect(todoColumn.getByRole('group')).toHaveCount(4)
  await expect(todoColumn.getByRole('group', { name: 'Urgent' }).getByRole('link')).toHaveText(['Alpha'])
  expect((await boxOf(todoColumn)).width).toBeLessThanOrEqual(300)
  await todoColumn.getByRole('button', { name: 'Normal', exact: true }).click()
  await expect(cardNamed(page, 'Beta')).toHaveCount(0)
  await expect(cardNamed(page, 'Gamma'), 'in every column').toHaveCount(0)
  await cardNamed(page, 'Alpha').focus()
  await page.keyboard.press('Space')
  await expect(announcement(page, 'Picked up “Alpha”, position 1 of 1 in To do, Urgent.')).toBeAttached()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Space')
  await expect(todoColumn.getByRole('group', { name: 'Normal' }).getByRole('link')).toHaveText([
    'Alpha',
    'Beta',
  ])
  expect(await accessibilityViolations(page)).toEqual([])
})
