import { expect, test } from '@playwright/test'
import { openAt, signInStatus } from '../admin.ts'
import { owner } from '../atrium.ts'
import { chooseOption } from '../choose-option.ts'
import { registerPerson } from '../people.ts'

const image = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }

test('saving the profile sends only the changed fields', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lantern')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await chooseOption(page, 'Gender', 'Female')
  await page.getByRole('combobox', { name: 'City' }).fill('tokyo')
  await page.getByRole('option', { name: 'Tokyo, Japan' }).click()
  await page.getByRole('combobox', { name: 'Language' }).fill('deutsch')
  await page.getByRole('option', { name: 'German' }).click()
  const sent = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual([
    'birthDate',
    'cityId',
    'gender',
    'languageId',
    'surname',
  ])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sam Lantern' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Tokyo, Japan')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue(/German/)
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-05-17')
  await chooseOption(page, 'City', 'Tokyo, Japan')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Gender' })).toHaveValue('Female')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('')
})

test('errors are shown at their fields, and leaving with unsaved changes asks for confirmation', {
  tag: '@long',
}, async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  const surname = page.getByRole('textbox', { name: 'Last name' })
  await surname.fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(surname).toHaveAccessibleDescription(/can't be empty/)

  const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Sessions' }).click()
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await expect(surname).toHaveValue('   ')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(surname).toHaveValue('Sample')
  await surname.fill('Elsewhere')
  await page.getByRole('link', { name: 'Sessions' }).click()
  await guard.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(surname).toHaveValue('Sample')
})

test('the job title is editable only for users with permission', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await openAt(page, '/account', await registerPerson())
  await expect(page.getByRole('textbox', { name: 'Job title' })).not.toBeEditable()

  const ownersContext = await browser.newContext()
  const ownersPage = await ownersContext.newPage()
  await openAt(ownersPage, '/account')
  await expect(ownersPage.getByRole('combobox', { name: 'Job title' })).toBeEditable()
  await ownersContext.close()
})

test('a photo is previewed, shown everywhere, and can be removed', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  const input = page.locator('main input[type=file]')
  const dialog = page.getByRole('dialog', { name: 'New photo' })
  await input.setInputFiles(note)
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a PNG, JPEG, GIF, WebP or AVIF file')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await input.setInputFiles(image)
  await expect(dialog.locator('img')).toHaveAttribute('src', /^blob:/)
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(page.getByText('Photo saved')).toBeVisible()
  const shown = page.locator('img[src*="/storage/files/"]')
  // Loading an image does not renew the session, which expires after seconds here; reloading the page does.
  await expect(async () => {
    await page.reload()
    await expect(shown).toHaveCount(2, { timeout: 5000 })
  }).toPass()

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Photo removed')).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('the confirmation email can be resent', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  await openAt(page, '/account', person)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText(`We’ve sent a confirmation link to ${person.email}`)).toBeVisible()
})

test('archiving the account signs the user out and prevents signing in', { tag: '@long' }, async ({
  page,
}) => {
  const person = await registerPerson()
  await openAt(page, '/account/data', person)
  await page.getByRole('button', { name: 'Archive account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('a wrong password')
  await dialog.getByRole('button', { name: 'Archive account' }).click()
  await expect(dialog.getByText('is not your current password')).toBeVisible()
  expect(await signInStatus(person)).toBe(200)

  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Archive account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
  expect(await signInStatus(person)).toBe(401)
})

test('the last owner cannot archive their account and sees why', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/account/data')
  await page.getByRole('button', { name: 'Archive account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Archive account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You’re the last owner')
})
