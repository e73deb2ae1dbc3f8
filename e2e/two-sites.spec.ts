import { expect, test } from '@playwright/test'
import { nextPorts, startAtrium } from './atrium.ts'
import { goToIdentity, ownWork, registerPerson, signIn } from './people.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(10)
const identityUrl = `http://localhost:${IDENTITY_PORT}`
const application = `http://127.0.0.1:${TASKS_PORT}/app/`

test('with the services on two sites people sign in, stay in, and are not asked twice', async ({
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
    await expect(ownWork(page)).toBeVisible()
    await page.waitForTimeout(4500)
    await page.reload()
    await expect(ownWork(page)).toBeVisible()

    await context.clearCookies({ name: /^app_/ })
    await page.goto(application)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await goToIdentity(page)
    await expect(ownWork(page)).toBeVisible()
  } finally {
    await stop()
  }
})
