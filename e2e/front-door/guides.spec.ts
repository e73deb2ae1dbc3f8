import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { identityUrl, tasksUrl } from '../atrium.ts'
import { registerPerson } from '../people.ts'
import { createClient, servePage } from '../relying-party.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('the guides fit a phone, are accessible in both themes, and their samples can be copied', {
  tag: '@long',
}, async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${tasksUrl}/docs`)
  await page.getByRole('link', { name: 'Guides for developers' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const name of ['Call the API', 'Service accounts', 'Sign in with Atrium']) {
      await page.getByRole('navigation').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
  }
  const button = page.getByRole('button', { name: 'Copy server.py' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveText('Copied')
  const sample = await readFile(`${root}docs/samples/sign-in-with-atrium/server.py`, 'utf8')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(sample)
  await context.close()

  const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await withoutScripts.goto(`${identityUrl}/docs/guides/call-the-api`)
  await expect(withoutScripts.getByText('first-call.sh')).toBeVisible()
  await expect(withoutScripts.locator('main').getByRole('button')).toHaveCount(0)
  await withoutScripts.context().close()
})

test('the browser-only sample signs a user in', async ({ page }) => {
  const sample = await readFile(`${root}docs/samples/sign-in-with-atrium/browser-app.html`, 'utf8')
  const { origin, show, stop } = await servePage()
  const { client_id: clientId } = await createClient(
    ...['--name', 'Sample', '--public', '--trusted', '--grant-types', 'authorization_code'],
    ...['--scope', 'openid profile email', '--redirect-uri', `${origin}/`, '--web-origin', origin],
  )
  show(sample.replace('https://id.example.org', identityUrl).replace('your client ID', clientId))
  const { email, password } = await registerPerson()
  await page.goto(`${origin}/`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email or phone').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(`(${email})`)).toBeVisible()
  await expect(page).toHaveURL(`${origin}/`)
  stop()
})
