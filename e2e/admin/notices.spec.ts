import { expect, type Page, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { fillSignInForm } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

/** A separate installation: in maintenance mode, no other test could change anything. */
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(50)
const identity = `http://localhost:${IDENTITY_PORT}`
const tasks = `http://localhost:${TASKS_PORT}`

test('an announcement and maintenance mode are shown everywhere, and no input is lost', {
  tag: '@long',
}, async ({ page, context }) => {
  test.slow() // it starts an installation
  const stop = await startAtrium({ IDENTITY_PORT, TASKS_PORT })
  try {
    await page.goto(`${identity}/admin/notices`)
    await fillSignInForm(page, owner)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We move on Saturday')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(notice(page, 'We move on Saturday')).toBeVisible()

    const app = await context.newPage()
    await app.goto(`${tasks}/app/projects`)
    await app.getByRole('button', { name: 'Dismiss this announcement' }).click()
    await app.getByRole('button', { name: 'New project' }).first().click()
    await app.getByRole('textbox', { name: 'Name' }).fill('Winter campaign')

    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Back at noon.')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(notice(page, 'Atrium is being maintained')).toContainText('Back at noon.')
    await expect(page.getByText(/^On since /)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    await expect(async () => {
      const health = await app.request.get(`${tasks}/healthz`)
      expect((await health.json()).maintenance).toBe(true)
    }).toPass()
    await app.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
    await expect(app.getByText('Not saved: Atrium is being maintained')).toBeVisible()
    await expect(notice(app, 'Atrium is being maintained')).toContainText('Back at noon.')
    await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Winter campaign')

    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(notice(page, 'Atrium is being maintained')).toBeHidden()
    await expect(async () => {
      await app.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
      await expect(app.getByRole('heading', { name: 'Winter campaign' })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(notice(app, 'We move on Saturday')).toBeHidden()
  } finally {
    await stop()
  }
})

function notice(page: Page, text: string) {
  return page.getByRole('status').filter({ hasText: text })
}
