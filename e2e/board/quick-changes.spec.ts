import { expect, type Locator, type Page, test } from '@playwright/test'
import { addTasks, personalBoard } from '../boards.ts'

/** Holds back the answers to changes of tasks, and lets them through one by one. */
async function delayAnswers(page: Page) {
  const waiting: (() => void)[] = []
  await page.route(/\/task\/\d+$/, async route => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const response = await route.fetch()
    await new Promise<void>(resolve => waiting.push(resolve))
    await route.fulfill({ response })
  })
  return {
    /** How many changes were saved and wait for their answer. */
    waiting: () => waiting.length,
    answer: () => waiting.shift()?.(),
  }
}

/** Records every text that the element shows from now on. */
async function recordTexts(element: Locator) {
  const texts = await element.evaluateHandle(shown => {
    const { MutationObserver } = shown.ownerDocument.defaultView
    const recorded = [shown.textContent]
    const record = () => recorded.at(-1) !== shown.textContent && recorded.push(shown.textContent)
    new MutationObserver(record).observe(shown, { childList: true, characterData: true, subtree: true })
    return recorded
  })
  return () => texts.jsonValue()
}

function dueDate(page: Page) {
  return page.locator('[data-task-panel]').getByRole('button', { name: 'Due date', exact: true })
}

async function chooseDay(page: Page, preset: string) {
  await dueDate(page).click()
  await page.getByRole('button', { name: preset, exact: true }).click()
  await expect(dueDate(page)).toHaveText(preset)
}

test('of two quick changes in the panel, the first does not come back while the second is saved', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const [task] = await addTasks(page, board.columns[0]?.id, ['Water the plants'])
  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  await expect(dueDate(page)).toBeVisible()
  const texts = await recordTexts(dueDate(page))
  const { waiting, answer } = await delayAnswers(page)

  await chooseDay(page, 'Today')
  await expect.poll(waiting).toBe(1)
  await chooseDay(page, 'Tomorrow')
  answer()
  await expect.poll(waiting).toBe(1)
  expect((await texts()).slice(1)).toEqual(['Today', 'Tomorrow'])
  answer()
})

test('a change in the panel is not replaced by the answer to one in the table', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Water the plants'])
  await page.goto(`/app/project/${board.projectId}/tasks`)
  const row = page.getByRole('row').filter({ hasText: 'Water the plants' })
  const { waiting, answer } = await delayAnswers(page)
  await row.locator('[data-cell="due"]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').fill('today')
  await page.keyboard.press('Enter')
  await expect.poll(waiting).toBe(1)
  await row.locator('[data-cell="title"]').focus()
  await page.keyboard.press('Space')
  await expect(dueDate(page)).toHaveText('Today')
  const texts = await recordTexts(dueDate(page))
  await chooseDay(page, 'Tomorrow')
  answer()
  await expect.poll(waiting).toBe(1)
  expect(await texts()).toEqual(['Today', 'Tomorrow'])
  answer()
})
