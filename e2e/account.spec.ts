import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { openAt, signInStatus } from './admin.ts'
import { identityUrl, owner } from './atrium.ts'
import { ask } from './boards.ts'
import { registerPerson } from './people.ts'
import { collectComplaints, findings, overflow, settled, untranslated } from './screen-checks.ts'

const image = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }

test('a user changes the profile, and only what differs is sent', async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  await page.getByRole('textbox', { name: 'Surname' }).fill('Lantern')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await choose(page, 'Gender', 'Female')
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
  await choose(page, 'City', 'Tokyo, Japan')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Gender' })).toHaveValue('Female')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('')
})

test('what is wrong stands at its field, and unsaved changes are not lost by a slip', async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  const surname = page.getByRole('textbox', { name: 'Surname' })
  await surname.fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(surname).toHaveAccessibleDescription(/must not be empty/)

  const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Sessions' }).click()
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await expect(surname).toHaveValue('   ')
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(surname).toHaveValue('Sample')
  await surname.fill('Elsewhere')
  await page.getByRole('link', { name: 'Sessions' }).click()
  await guard.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(surname).toHaveValue('Sample')
})

test('a post is given by those who may', async ({ page, browser }) => {
  await openAt(page, '/account', await registerPerson())
  await expect(page.getByRole('textbox', { name: 'Post' })).not.toBeEditable()

  const ownersContext = await browser.newContext()
  const ownersPage = await ownersContext.newPage()
  await openAt(ownersPage, '/account')
  await expect(ownersPage.getByRole('combobox', { name: 'Post' })).toBeEditable()
  await ownersContext.close()
})

test('a photo is looked at first, then shown everywhere, and removed', async ({ page }) => {
  await openAt(page, '/account', await registerPerson())
  const input = page.locator('main input[type=file]')
  const dialog = page.getByRole('dialog', { name: 'Your new photo' })
  await input.setInputFiles(note)
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a PNG, JPEG, GIF, WebP or AVIF file')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await input.setInputFiles(image)
  await expect(dialog.locator('img')).toHaveAttribute('src', /^blob:/)
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(page.getByText('The photo is saved')).toBeVisible()
  const shown = page.locator('img[src*="/storage/files/"]')
  // An image does not renew the session, which ends after seconds here; the page that asks for it does.
  await expect(async () => {
    await page.reload()
    await expect(shown).toHaveCount(2, { timeout: 5000 })
  }).toPass()

  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The photo is removed')).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('the confirmation mail is sent again', async ({ page }) => {
  const person = await registerPerson()
  await openAt(page, '/account', person)
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.getByText(`A mail with a link is on its way to ${person.email}`)).toBeVisible()
})

test('a contact is added, changed and deleted', async ({ page }) => {
  await openAt(page, '/account/contacts', await registerPerson())
  const contacts = page.getByRole('region', { name: 'Contacts', exact: true })
  await expect(contacts.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await contacts.getByRole('button', { name: 'Add a contact' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'Kind', 'GitHub')
  const value = dialog.getByRole('textbox', { name: 'Contact' })
  await value.fill('https://example.org/somebody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(value).toHaveAccessibleDescription(/must be a user name or a github.com address/)
  await value.fill('sam-sample')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const link = contacts.getByRole('link', { name: 'sam-sample' })
  await expect(link).toHaveAttribute('href', 'https://github.com/sam-sample')

  await contacts.getByRole('button', { name: 'Change sam-sample' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('At work')
  await dialog.getByRole('checkbox', { name: /primary/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(contacts.getByRole('listitem')).toContainText('GitHub · At work')
  await expect(contacts.getByRole('listitem')).toContainText('Primary')

  await contacts.getByRole('button', { name: 'Delete sam-sample' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(contacts.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
})

test('an education is added, changed and deleted', async ({ page }) => {
  await openAt(page, '/account/contacts', await registerPerson())
  const educations = page.getByRole('region', { name: 'Education', exact: true })
  await educations.getByRole('button', { name: 'Add an education' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /School/ }).fill('School of Sails')
  await dialog.getByLabel('From').fill('2015-09-01')
  await dialog.getByLabel('Until').fill('2019-06-30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(educations.getByRole('listitem')).toContainText(/Sept? 2015 – Jun 2019/)

  await educations.getByRole('button', { name: 'Change School of Sails' }).click()
  await dialog.getByRole('textbox', { name: 'Degree' }).fill('Bachelor')
  await dialog.getByLabel('Until').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(educations.getByRole('listitem')).toContainText(/Bachelor · since Sept? 2015/)

  await educations.getByRole('button', { name: 'Delete School of Sails' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(educations.getByRole('heading', { name: 'No education yet' })).toBeVisible()
})

test('files are uploaded, downloaded and deleted, and all data is exported', async ({ page }) => {
  const person = await registerPerson()
  await openAt(page, '/account/data', person)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  await files
    .locator('input[type=file]')
    .setInputFiles([note, { ...note, name: 'empty.txt', buffer: Buffer.of() }])
  await expect(files.getByRole('alert')).toHaveText('The file is empty.')
  await files.getByRole('button', { name: 'Dismiss empty.txt' }).click()
  expect(await savedBy(page, () => files.getByRole('button', { name: 'Download note.txt' }).click())).toBe(
    'a note',
  )

  const exported = await savedBy(page, () => page.getByRole('button', { name: 'Export my data' }).click())
  const { profile, files: listed, leftOut } = JSON.parse(exported)
  expect([profile.email, listed[0].name, leftOut]).toEqual([person.email, 'note.txt', []])
  await expect(page.getByRole('status').getByText(/Saved as atrium-user-\d+\.json/)).toBeVisible()

  await files.getByRole('button', { name: 'Delete note.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(files.getByRole('heading', { name: 'No files yet' })).toBeVisible()
})

test('whoever archives their account is signed out and stays out', async ({ page }) => {
  const person = await registerPerson()
  await openAt(page, '/account/data', person)
  await page.getByRole('button', { name: 'Archive my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not the right one')
  await dialog.getByRole('button', { name: 'Archive my account' }).click()
  await expect(dialog.getByText('is not your password')).toBeVisible()
  expect(await signInStatus(person)).toBe(200)

  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Archive my account' }).click()
  await expect(page.getByLabel('E-mail or telephone')).toBeVisible()
  expect(await signInStatus(person)).toBe(401)
})

test('the last owner is told why they cannot leave', async ({ page }) => {
  await openAt(page, '/account/data')
  await page.getByRole('button', { name: 'Archive my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Archive my account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You are the last owner')
})

const looks = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const

for (const { language, colorScheme } of looks) {
  test(`the account pages in ${language} and ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await openAt(page, '/account', await registerPerson())
    await makeRecords(page)
    await page.evaluate(`localStorage.setItem('atrium.language', '${language}')`)
    const complaints = collectComplaints(page)
    for (const address of ['/account', '/account/contacts', '/account/data']) {
      await page.goto(identityUrl + address)
      await settled(page, address)
      await expect.soft(page.locator('html')).toHaveAttribute('lang', language)
      expect.soft(await untranslated(page), `${address}: texts without a translation`).toEqual([])
      expect.soft(await findings(page), `${address}: accessibility`).toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      await expect.soft.poll(() => overflow(page), `${address}: no wider than 320 px`).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    expect(complaints).toEqual([])
    await context.close()
  })
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function savedBy(page: Page, act: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await act()
  return readFile(await (await download).path(), 'utf8')
}

async function makeRecords(page: Page) {
  // The pages renew a session that has ended; a request beside them does not.
  await ask(page, 'POST', '/auth/refresh')
  const website = `https://example.org/${'a-long-address'.repeat(8)}`
  await ask(page, 'POST', '/user-contacts', { type: 'website', value: website, isPrimary: true })
  await ask(page, 'POST', '/user-educations', { institution: 'School of Sails', startedOn: '2015-09-01' })
}
