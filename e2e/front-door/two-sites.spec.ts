import { expect, test } from '@playwright/test'
import { nextPorts, startAtrium } from '../atrium.ts'
import { goToIdentity, myWorkLink, registerPerson, signIn } from '../people.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(10)
const identityUrl = `http://localhost:${IDENTITY_PORT}`
const application = `http://127.0.0.1:${TASKS_PORT}/app/`

test('signing in works with the services on two sites, and needs no second prompt', async ({
  page,
  context,
}) => {
  test.slow() // it starts an installation
  const stop = await startAtrium({
    IDENTITY_PORT,
    TASKS_PORT,
    TASKS_URL: `http://127.0.0.1:${TASKS_PORT}`,
    OAUTH2_ACCESS_TOKEN_TTL: '4',
  })
  try {
    await signIn(page, await registerPerson(identityUrl), application)
    await expect(myWorkLink(page)).toBeVisible()
    await page.waitForTimeout(4500)
    await page.reload()
    await expect(myWorkLink(page)).toBeVisible()

    await context.clearCookies({ name: /^app_/ })
    await page.goto(application)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await goToIdentity(page)
    await expect(myWorkLink(page)).toBeVisible()
  } finally {
    await stop()
  }
})
