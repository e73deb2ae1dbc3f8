import { expect, type Page, test } from '@playwright/test'
import { undo } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

/** Sends a request from the page. */
function call<T>(page: Page, path: string, body?: object) {
  return page.evaluate(
    async ([address, content]) => {
      const init = content && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }
      const response = await fetch(address, init)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return response.json()
    },
    [path, body] as const,
  ) as Promise<T>
}

async function openMyWork(page: Page) {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(page.getByRole('heading', { name: /^(Good|Hello)\b/ })).toBeVisible()
}

test('a new task is completed and reopened, and its time is tracked and edited', async ({ page }) => {
  await openMyWork(page)
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()

  const field = page.getByRole('textbox', { name: 'New task' })
  await page.getByRole('button', { name: 'Add your first task' }).click()
  await expect(field).toBeFocused()
  await field.fill('Water the plants')
  await page.keyboard.press('Enter')
  const row = page.getByRole('region', { name: 'No due date' }).getByRole('listitem')
  await expect(row).toContainText('Water the plants')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()

  await page.getByRole('checkbox', { name: 'Complete “Water the plants”' }).click()
  await expect(page.getByRole('region', { name: 'Recently completed' })).toContainText('Water the plants')
  await undo(page).click()
  await expect(row).toContainText('Water the plants')

  await row.getByRole('button', { name: 'Start timer' }).click()
  const pill = page.getByRole('banner')
  await expect(pill.getByRole('timer')).toHaveText(/^0:0\d:(?!00|01)\d\d$/)
  await expect(pill.getByRole('link', { name: 'Water the plants', exact: true })).toBeVisible()
  await pill.getByRole('button', { name: 'Stop timer on “Water the plants”' }).click()
  await pill.getByRole('link', { name: /no timer running/ }).click()

  const sheet = page.getByRole('article').filter({ hasText: 'Water the plants' })
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  await sheet.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit time' })
  // Yesterday, so that the test works at any time of day.
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)
  await dialog.getByLabel('Day').fill(yesterday)
  await dialog.getByLabel('From').fill('10:00')
  await dialog.getByLabel('To').fill('11:30')
  await dialog.getByLabel('Note').fill('And the herbs')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(sheet).toContainText('And the herbs')
  await expect(sheet).toContainText('1h 30m')
})

test('an assignment by another user notifies at once and links to the task', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await openMyWork(page)
  const manager = await (await browser.newContext()).newPage()
  await openMyWork(manager)
  type Answer = { item: { id: number } }
  const { item: me } = await call<Answer>(page, '/users/me')
  const { item: project } = await call<Answer>(manager, '/project', { name: 'Garden' })
  const { item: board } = await call<Answer>(manager, `/project/${project.id}/board`, { name: 'Spring' })
  const { item: task } = await call<Answer>(manager, '/task', { title: 'Plant a tree', boardId: board.id })
  await call(manager, `/project/${project.id}/member`, { userId: me.id, role: 'member' })
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  await call(manager, `/task/${task.id}/assign`, { assigneeId: me.id })
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Plant a tree' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByRole('link', { name: /GAR-1 Plant a tree/ }).click()
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}/task/${task.id}$`))
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await manager.context().close()
})

test('the palette finds a task and starts its timer; shortcuts navigate, but not while typing', {
  tag: '@long',
}, async ({ page }) => {
  await openMyWork(page)
  await call(page, '/task', { title: 'Sharpen the pencils' })
  await page.getByRole('heading', { level: 1 }).click()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('New task')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Time', level: 1 })).toBeVisible()

  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Search, or type a command…')
  await expect(search).toBeFocused()
  await search.fill('start timer')
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Which task are you working on?').fill('pencils')
  await expect(page.getByRole('option', { name: /Sharpen the pencils/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByRole('timer')).toBeVisible()
  // While the palette closes, its field still receives input.
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('/')
  await search.fill('c?')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await search.fill('sharpen')
  await page.getByRole('option', { name: /Sharpen the pencils/ }).click()
  await expect(page).toHaveURL(/\/board\/\d+\/task\/\d+$/)
})
