import { expect, type Page, test } from '@playwright/test'
import { openAt } from './admin.ts'
import { cardNamed } from './board-screen.ts'
import { addTasks, personalBoard } from './boards.ts'
import { comeIn, registerPerson } from './people.ts'

test('a thought that is typed while the last one is on its way stays, and one that is refused comes back', async ({
  page,
}) => {
  await comeIn(page, await registerPerson())
  await page.goto('/app/')
  const thought = page.getByRole('textbox', { name: 'New task' })
  const release = await holdBack(page, '**/task', 'POST')
  await thought.fill('Buy paper')
  await thought.press('Enter')
  await expect(thought).toHaveValue('')
  await thought.pressSequentially('Print')
  release()
  await expect(page.getByRole('link', { name: 'Buy paper' })).toBeVisible()
  await expect(thought).toHaveValue('Print')

  // An answer that is cut off is asked for again, and the task is there once.
  await page.route('**/task', route => route.fulfill({ body: '{"item":' }), { times: 1 })
  await thought.press('Enter')
  await expect(page.getByRole('link', { name: 'Print', exact: true })).toHaveCount(1)

  await thought.fill('Post')
  await page.route('**/task', route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  )
  await thought.press('Enter')
  await expect(page.getByText('Temporarily unavailable')).toBeVisible()
  await expect(thought).toHaveValue('Post')
})

test('a file that fails after its panel is closed is told about, and a link is copied also by plain HTTP', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Alpha'])
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Alpha').click()
  const panel = page.getByRole('dialog', { name: 'Alpha' })
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()

  const release = await holdBack(page, '**/attachment', 'POST', 503)
  const chooser = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Attach files' }).click()
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

test('a dialog is not closed by a slip: neither what is written in it nor a secret that is shown once', async ({
  page,
}) => {
  await openAt(page, '/admin/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Clock of the hall')
  await page.mouse.click(5, 5)
  await expect(name).toHaveValue('Clock of the hall')

  await page.getByRole('checkbox', { name: /Authorization code/ }).uncheck()
  await page.getByRole('checkbox', { name: /Client credentials/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('textbox', { name: 'Client secret' })
  await expect(secret).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(secret).toBeVisible()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(secret).toHaveCount(0)
})

/** The first such request waits until it is released; then it goes on, or is answered with the status. */
async function holdBack(page: Page, address: string, method: string, status?: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(address, async route => {
    if (route.request().method() !== method || !isFirst) return route.fallback()
    isFirst = false
    await promise
    if (status) await route.fulfill({ status, json: {} })
    else await route.continue()
  })
  return resolve
}
