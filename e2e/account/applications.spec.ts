import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { asOwner } from '../admin.ts'
import { identityUrl } from '../atrium.ts'
import { fillSignInForm, registerPerson } from '../people.ts'
import { checkScreen, collectErrors } from '../screen-checks.ts'

const application = createServer((_request, response) => response.end('The application'))
let callback = ''

test.beforeAll(async () => {
  await new Promise<void>(resolve => application.listen(0, '127.0.0.1', resolve))
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`
})
test.afterAll(() => application.close())

interface Created {
  item: { clientId: string }
}

/** Opens what an application that signs its users in with Atrium would open. */
async function openApplication(page: Page, clientId: string, scope: string, more = {}) {
  const request = { response_type: 'code', client_id: clientId, redirect_uri: callback, scope, state: 'x' }
  const parameters = { ...request, ...more }
  await page.goto(`${identityUrl}/auth/authorize?${new URLSearchParams(parameters)}`)
}

test('an application is refused, allowed, asked about again when it wants more, disconnected and signed out of', async ({
  page,
}, testInfo) => {
  const errors = collectErrors(page)
  const person = await registerPerson()
  const { item } = await asOwner<Created>('POST', '/oauth/clients', {
    name: 'Team wiki',
    grantTypes: 'authorization_code refresh_token',
    scope: 'openid profile email offline_access',
    redirectUris: [callback],
  })
  await openApplication(page, item.clientId, 'openid email')
  await fillSignInForm(page, person)
  await expect(page.getByRole('heading', { name: 'Allow access?' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText([
    'Recognize you when you sign in',
    'See your email address',
  ])
  await checkScreen(page, 'consent', testInfo)
  await page.getByRole('button', { name: 'Русский' }).click()
  await page.getByRole('button', { name: 'Тёмная' }).click()
  await expect(page.getByRole('heading', { name: 'Разрешить доступ?' })).toBeVisible()
  await checkScreen(page, 'consent in Russian', testInfo)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Don’t allow' }).click()
  await expect(page).toHaveURL(/error=access_denied/)

  await openApplication(page, item.clientId, 'openid email')
  await page.getByRole('button', { name: 'Allow', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/code=/)
  await openApplication(page, item.clientId, 'openid')
  await expect(page).toHaveURL(/code=/)
  await openApplication(page, item.clientId, 'openid profile')
  await expect(page.getByRole('listitem').filter({ hasText: 'New' })).toHaveText(/See your name/)

  await page.goto(`${identityUrl}/account/applications`)
  const row = page.getByRole('listitem').filter({ hasText: 'Team wiki' })
  await expect(row).toContainText('See your email address')
  await checkScreen(page, 'connected applications', testInfo)
  await row.getByRole('button', { name: 'Disconnect Team wiki' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'No connected applications' })).toBeVisible()
  await openApplication(page, item.clientId, 'openid email')
  await expect(page.getByRole('heading', { name: 'Allow access?' })).toBeVisible()

  await openApplication(page, item.clientId, 'openid', { prompt: 'select_account' })
  await expect(page.getByRole('link', { name: 'Continue with this account' })).toBeVisible()
  await checkScreen(page, 'choice of the account', testInfo)
  await page.goto(`${identityUrl}/auth/end-session`)
  await checkScreen(page, 'sign-out', testInfo)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
  await openApplication(page, item.clientId, 'openid', { prompt: 'none' })
  await expect(page).toHaveURL(/error=login_required/)
  expect(errors).toEqual([])
})
