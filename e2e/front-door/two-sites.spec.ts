import { expect, type Page, test } from '@playwright/test'
import { nextPorts, startAtrium } from '../atrium.ts'
import { fillSignInForm, myWorkLink, registerPerson } from '../people.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(10)
const identityUrl = `http://localhost:${IDENTITY_PORT}`
const application = `http://127.0.0.1:${TASKS_PORT}/app/`

test('with the services on two sites, signing in needs no second prompt and keeps language and theme', {
  tag: '@long',
}, async ({ page, context }) => {
  test.slow() // it starts an installation
  const stop = await startAtrium({
    IDENTITY_PORT,
    TASKS_PORT,
    TASKS_URL: `http://127.0.0.1:${TASKS_PORT}`,
    OAUTH2_ACCESS_TOKEN_TTL: '4',
  })
  try {
    await page.goto(`${application}?error=access_denied`)
    await page.getByText('Dark', { exact: true }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Русский' }).click()
    await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await fillSignInForm(page, await registerPerson(identityUrl))
    await expect(myWorkLink(page)).toBeVisible()
    expect(await choiceIn(page, application)).toEqual({ atrium_language: 'en', atrium_theme: 'dark' })
    await page.waitForTimeout(4500)
    await page.reload()
    await expect(myWorkLink(page)).toBeVisible()

    await context.clearCookies({ name: /^app_/ })
    await page.goto(application)
    await expect(myWorkLink(page)).toBeVisible()
  } finally {
    await stop()
  }
})

async function choiceIn(page: Page, address: string) {
  const cookies = await page.context().cookies(address)
  return Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith('atrium_')).map(({ name, value }) => [name, value]),
  )
}
