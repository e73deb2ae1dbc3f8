import { expect, type Locator, type Page, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, personalBoard } from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

interface Answer {
  item: { id: number; columns: { id: number }[] }
}

test('a project gets a key, a color and an icon, and its tasks are called and found by the key', {
  tag: '@long',
}, async ({ page }) => {
  await personalBoard(page)
  await page.goto('/app/projects')
  await page.getByRole('main').getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const key = dialog.getByRole('textbox', { name: 'Key' })
  await name.fill('Website relaunch')
  await expect(key).toHaveValue('WR')
  await key.fill('7up')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Use 1 to 6 letters or digits, starting with a letter')).toBeVisible()
  await key.fill('web')
  await name.fill('Website relaunch 2026')
  await expect(key).toHaveValue('WEB')
  await expect(dialog.getByText('Task IDs like WEB-12')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Pink' }).check()
  await dialog.getByRole('button', { name: 'Choose an icon' }).click()
  await expect(page.getByRole('textbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Search emoji' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Choose an icon' }).click()
  await page.keyboard.type('rocket')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Choose an icon' })).toBeFocused()
  await expect(markIn(dialog, '🚀')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create project' }).click()

  await expect(page).toHaveURL(/\/board\/\d+$/)
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  const link = sidebar.getByRole('link', { name: 'Website relaunch 2026' })
  await expect(markIn(link, '🚀')).toBeVisible()
  const { items: projects } = await callApi<{ items: { id: number; name: string }[] }>(
    page,
    'GET',
    '/project',
  )
  const projectId = projects.find(one => one.name === 'Website relaunch 2026')?.id
  const board = (await callApi<Answer>(page, 'POST', `/project/${projectId}/board`, { name: 'Plan' })).item
  await addTasks(page, board.columns[0]?.id, ['Sketch the home page', 'Ask for photographs'])

  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('WEB-2', { exact: true })).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Filter by text' })
  await filter.fill('web-2')
  await expect(cardNamed(page, 'Sketch the home page')).toHaveCount(0)
  await expect(cardNamed(page, 'Ask for photographs')).toBeVisible()
  await filter.fill('')
  for (const text of ['web-1', '1']) await openFromPalette(page, text)

  await page.goto(`/app/project/${projectId}/settings`)
  await page.getByRole('button', { name: 'Choose an icon' }).click()
  await page.getByRole('button', { name: 'Remove the icon' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(markIn(link, 'W')).toBeVisible()
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('#2', { exact: true })).toBeVisible()
})

function markIn(place: Locator, mark: string) {
  return place.locator(`[data-mark="${mark}"]`)
}

/** The task is the first result, so that Enter opens it. */
async function openFromPalette(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(text)
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Sketch the home page.*WEB-1/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue(
    'Sketch the home page',
  )
  await expect(page).toHaveTitle('WEB-1 Sketch the home page · Atrium')
  await expect(page.getByRole('dialog').getByText('WEB-1', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}
