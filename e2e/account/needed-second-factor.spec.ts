import { expect, test } from '@playwright/test'
import { identityUrl, owner, startAtrium, tasksUrl } from '../atrium.ts'
import { addVirtualAuthenticator } from '../authenticator.ts'
import { myWorkLink, signIn } from '../people.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

/** A separate installation next to the shared one. */
const ports = { identity: Number(new URL(identityUrl).port) + 20, tasks: Number(new URL(tasksUrl).port) + 20 }
const application = `http://localhost:${ports.tasks}/app/`

test('a user whose role requires a second factor sets up a passkey and signs in with it', {
  tag: '@long',
}, async ({ page, context }) => {
  test.slow() // it starts an installation
  const stop = await startAtrium({
    IDENTITY_PORT: String(ports.identity),
    TASKS_PORT: String(ports.tasks),
    TWO_FACTOR_ROLES: 'owner',
  })
  try {
    await addVirtualAuthenticator(context, page)
    await signIn(page, owner, application)
    await expect(page).toHaveURL(url => url.pathname === '/account/security')
    const errors = collectErrors(page)
    await page.reload()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('link', { name: 'Set up now' }).click()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(owner.password)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
    expect(errors).toEqual([])
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(myWorkLink(page)).toBeVisible()

    await context.clearCookies()
    await signIn(page, owner, application)
    await expect(page.getByRole('alert')).toHaveText(
      'Your role requires a second factor; sign in with your passkey',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(myWorkLink(page)).toBeVisible()
  } finally {
    await stop()
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page offers only the password', async ({ page }) => {
    await page.goto(`${identityUrl}/account`)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
  })
})
