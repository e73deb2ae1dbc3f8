import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openAt } from '../admin.ts'
import { identityUrl } from '../atrium.ts'
import { addVirtualAuthenticator, enableAutofill } from '../authenticator.ts'
import { fillSignInForm, registerConfirmedPerson, registerPerson } from '../people.ts'
import { collectErrors } from '../screen-checks.ts'

const security = `${identityUrl}/account/security`
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

const contexts: BrowserContext[] = []
test.afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())))

async function openBrowser(browser: Browser, userAgent?: string) {
  const context = await browser.newContext({ userAgent })
  contexts.push(context)
  return context.newPage()
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name })
}

test('a passkey can be added, renamed, used to sign in by button and autofill, and removed', async ({
  page,
  context,
}) => {
  const person = await registerConfirmedPerson()
  const setVerified = await addVirtualAuthenticator(context, page)
  await openAt(page, '/account/security', person)
  const card = section(page, 'Passkeys')
  const dialog = page.getByRole('dialog')
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await setVerified(false)
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('status')).toContainText('Try again')
  await setVerified(true)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux')
  // Closing leaves no passkey that only the device knows.
  await page.keyboard.press('Escape')
  await expect(card.getByRole('listitem')).toContainText('never used')
  await card.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await dialog.getByLabel('Name').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('listitem')).toContainText('Old laptop')

  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await page.goto(security)
  await expect(card.getByRole('listitem')).toContainText('last used')

  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveAttribute('autocomplete', 'username webauthn')
  await enableAutofill(page)
  const errors = collectErrors(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  expect(errors).toEqual([])

  await page.goto(security)
  await card.getByRole('button', { name: 'Remove Old laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(card).toContainText('No passkeys yet.')
})

test('one session or all others can be ended from another browser', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const person = await registerPerson()
  const phone = await openBrowser(browser, iPhone)
  const third = await openBrowser(browser)
  for (const each of [page, phone, third]) await openAt(each, '/account/sessions', person)
  await page.reload()
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').filter({ hasText: 'This session' })).toContainText(
    'Chrome on Linux',
  )
  await page.getByRole('button', { name: /End session: Safari on iPhone/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await phone.reload()
  await expect(phone.getByLabel('Email or phone')).toBeVisible()

  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await third.reload()
  await expect(third.getByLabel('Email or phone')).toBeVisible()
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('a new password is rated, ends the other sessions and can be used to sign in', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const person = await registerPerson()
  const other = await openBrowser(browser)
  for (const each of [page, other]) await openAt(each, '/account/security', person)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('New password')
  for (const [typed, message] of [
    ['short', 'Use at least 8 characters'],
    ['password', 'too easy to guess'],
    ['Sunshine1', 'Common words and passwords'],
    ['abcdefgh12345678', 'Patterns such as'],
    [person.email, 'Avoid your name'],
    ['three lamps under water', 'Strong'],
  ] as const) {
    await field.fill(typed)
    await expect(dialog).toContainText(message)
  }
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()

  await other.reload()
  await fillSignInForm(other, person)
  await expect(other.getByRole('alert')).toContainText('Incorrect')
  await fillSignInForm(other, { ...person, password: 'three lamps under water' })
  await expect(section(other, 'Password')).toBeVisible()
  await page.reload()
  await expect(section(page, 'Password')).toBeVisible()
})

test('no second factor can be added before the email address is confirmed', { tag: '@long' }, async ({
  page,
}) => {
  await openAt(page, '/account/security', await registerPerson())
  for (const name of ['Two-factor authentication', 'Passkeys'])
    await expect(section(page, name)).toContainText('Confirm your email address first')
  await expect(page.getByRole('button', { name: 'Add passkey' })).toBeHidden()
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText('Email sent to')).toBeVisible()
})

test('an email address of another account is refused, and a new one must be confirmed', {
  tag: '@long',
}, async ({ page }) => {
  const [person, neighbour] = [await registerPerson(), await registerPerson()]
  await openAt(page, '/account/security', person)
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email address').fill(neighbour.email)
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Another account uses this address')).toBeVisible()
  await dialog.getByLabel('New email address').fill(`new-${person.email}`)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog).toBeHidden()
  const card = section(page, 'Email and phone')
  await expect(card).toContainText(`Open the link in the email we sent to new-${person.email}.`)
  await card.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText(`Email sent to new-${person.email}`)).toBeVisible()

  await page.getByRole('button', { name: 'Change phone' }).click()
  await dialog.getByLabel('New phone number').fill('twelve')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('must be an international phone number')).toBeVisible()
})
