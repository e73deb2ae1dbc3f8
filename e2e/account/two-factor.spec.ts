import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { idOf, openAt, signInStatus } from '../admin.ts'
import { identityUrl } from '../atrium.ts'
import { authenticator } from '../authenticator.ts'
import { fillSignInForm, type Person, registerConfirmedPerson } from '../people.ts'

const contexts: BrowserContext[] = []
test.afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())))

async function openBrowser(browser: Browser) {
  const context = await browser.newContext()
  contexts.push(context)
  return context.newPage()
}

function twoFactorSection(page: Page) {
  return page.getByRole('region', { name: 'Two-factor authentication' })
}

async function setUpTwoFactor(page: Page, { password }: Person) {
  const dialog = page.getByRole('dialog')
  await twoFactorSection(page).getByRole('button', { name: 'Set up' }).click()
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const nextCode = authenticator(await dialog.locator('code').innerText())
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('The code is incorrect')).toBeVisible()
  await dialog.getByLabel('Code from the app').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  return { nextCode, recoveryCodes: await saveRecoveryCodes(page) }
}

/** The codes are shown once, so Escape does not close the dialog. */
async function saveRecoveryCodes(page: Page) {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  const codes = await list.getByRole('listitem').allInnerTexts()
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /I’ve saved these codes/ }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  return codes
}

async function signInWithCode(page: Page, person: Person, code: string) {
  await page.goto(`${identityUrl}/account/security`)
  await fillSignInForm(page, person)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('two-factor sign-in accepts an authenticator code or a recovery code, each once', {
  tag: '@long',
}, async ({ page, browser }) => {
  const person = await registerConfirmedPerson()
  await openAt(page, '/account/security', person)
  const { nextCode, recoveryCodes } = await setUpTwoFactor(page, person)
  const [spare = ''] = recoveryCodes
  await expect(twoFactorSection(page)).toContainText('10 recovery codes left')

  const withCode = await openBrowser(browser)
  await signInWithCode(withCode, person, await nextCode())
  await expect(twoFactorSection(withCode)).toContainText('On since')

  const withRecoveryCode = await openBrowser(browser)
  await signInWithCode(withRecoveryCode, person, spare)
  await expect(twoFactorSection(withRecoveryCode)).toContainText('9 recovery codes left')

  const withUsedCode = await openBrowser(browser)
  await signInWithCode(withUsedCode, person, spare)
  await expect(withUsedCode.getByRole('alert')).toContainText('has already been used')
})

test('recovery codes can be renewed and downloaded, and two-factor sign-in turned off', {
  tag: '@long',
}, async ({ page, browser }) => {
  const person = await registerConfirmedPerson()
  await openAt(page, '/account/security', person)
  const { nextCode, recoveryCodes } = await setUpTwoFactor(page, person)
  const card = twoFactorSection(page)
  await card.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByLabel('Code from the app or a recovery code').fill(await nextCode())
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('atrium-recovery-codes.txt')
  const renewed = await saveRecoveryCodes(page)
  expect(renewed).not.toContain(recoveryCodes[0])

  await card.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Code', { exact: true }).click()
  await dialog.getByLabel('Code from the app or a recovery code').fill(recoveryCodes[0] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('The code is incorrect')).toBeVisible()
  await dialog.getByText('Password', { exact: true }).click()
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible()
  await openAt(await openBrowser(browser), '/account/security', person)
})

test('an administrator can turn off two-factor sign-in for a user who lost their device', {
  tag: '@long',
}, async ({ page, browser }) => {
  const person = await registerConfirmedPerson()
  const userPage = await openBrowser(browser)
  await openAt(userPage, '/account/security', person)
  await setUpTwoFactor(userPage, person)
  await openAt(page, '/admin')
  await page.goto(`${identityUrl}/admin/users/${await idOf(person)}?tab=sessions`)
  const card = twoFactorSection(page)
  await expect(card).toContainText('requires a password and a code')
  await card.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(card).toContainText('requires only a password')
  expect(await signInStatus(person)).toBe(200)
})
