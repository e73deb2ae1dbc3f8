import { expect, type Page, test } from '@playwright/test'
import { openAt } from '../admin.ts'
import { addTasks, cardNamed, personalBoard } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

test('typing continues while a task is saved, and a refused title is restored', async ({ page }) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  const input = page.getByRole('textbox', { name: 'New task' })
  const release = await delayRequest(page, '**/task', 'POST')
  await input.fill('Buy paper')
  await input.press('Enter')
  await expect(input).toHaveValue('')
  await input.pressSequentially('Print')
  release()
  await expect(page.getByRole('link', { name: 'Buy paper' })).toBeVisible()
  await expect(input).toHaveValue('Print')

  // A truncated response is retried, and the task is created once.
  await page.route('**/task', route => route.fulfill({ body: '{"item":' }), { times: 1 })
  await input.press('Enter')
  await expect(page.getByRole('link', { name: 'Print', exact: true })).toHaveCount(1)

  await input.fill('Post')
  await page.route('**/task', route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
  )
  await input.press('Enter')
  await expect(input).toHaveValue('Post')
  await page.unroute('**/task')

  await page.route('**/task', route => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await input.press('Enter')
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveCount(1)
})

test('an upload that fails after its panel is closed is reported, and links can be copied over HTTP', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Alpha'])
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Alpha').click()
  const panel = page.getByRole('dialog', { name: 'Alpha' })
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()

  const release = await delayRequest(page, '**/attachment', 'POST', 503)
  const chooser = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'File', exact: true }).click()
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') })
  await expect(panel.getByText('plan.txt')).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toHaveCount(0)
  release()
  await expect(page.getByText('Temporarily unavailable')).toBeVisible()

  const filter = page.getByRole('searchbox', { name: 'Filter by text' })
  await filter.press('Control+V')
  await expect(filter).toHaveValue(/\/app\/task\/\d+$/)
})

test('dialogs with unsaved input or a secret do not close by accident', async ({ page }) => {
  await openAt(page, '/admin/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Reporting service')
  await page.mouse.click(5, 5)
  await expect(name).toHaveValue('Reporting service')

  await page.getByRole('radio', { name: /Service/ }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = page.getByRole('textbox', { name: 'Client secret' })
  await expect(secret).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(secret).toBeVisible()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(secret).toHaveCount(0)
})

/** Delays the first such request until it is released, then continues or responds with the status. */
async function delayRequest(page: Page, url: string, method: string, status?: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(url, async route => {
    if (route.request().method() !== method || !isFirst) return route.fallback()
    isFirst = false
    await promise
    if (status) await route.fulfill({ status, json: {} })
    else await route.continue()
  })
  return resolve
}
