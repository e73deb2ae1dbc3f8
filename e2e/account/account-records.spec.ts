import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { openAt } from '../admin.ts'
import { chooseOption } from '../choose-option.ts'
import { registerPerson } from '../people.ts'

const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }

test('a contact can be added, edited and deleted', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/account/contacts', await registerPerson())
  const contacts = page.getByRole('region', { name: 'Contacts', exact: true })
  await expect(contacts.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await contacts.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(page, 'Type', 'GitHub')
  const value = dialog.getByRole('textbox', { name: 'Contact' })
  await value.fill('https://example.org/sam-sample')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(value).toHaveAccessibleDescription(/must be a username or a github.com address/)
  await value.fill('sam-sample')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const link = contacts.getByRole('link', { name: 'sam-sample' })
  await expect(link).toHaveAttribute('href', 'https://github.com/sam-sample')

  await contacts.getByRole('button', { name: 'Edit sam-sample' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('At work')
  await dialog.getByRole('checkbox', { name: /Primary/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(contacts.getByRole('listitem')).toContainText('GitHub · At work')
  await expect(contacts.getByRole('listitem')).toContainText('Primary')

  await contacts.getByRole('button', { name: 'Delete sam-sample' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(contacts.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
})

test('an education can be added, edited and deleted', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/account/contacts', await registerPerson())
  const educations = page.getByRole('region', { name: 'Education', exact: true })
  await educations.getByRole('button', { name: 'Add education' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /School/ }).fill('School of Sails')
  await dialog.getByLabel('From').fill('2015-09-01')
  await dialog.getByLabel('To').fill('2019-06-30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(educations.getByRole('listitem')).toContainText(/Sept? 2015 – Jun 2019/)

  await educations.getByRole('button', { name: 'Edit School of Sails' }).click()
  await dialog.getByRole('textbox', { name: 'Degree' }).fill('Bachelor')
  await dialog.getByLabel('To').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(educations.getByRole('listitem')).toContainText(/Bachelor · since Sept? 2015/)

  await educations.getByRole('button', { name: 'Delete School of Sails' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(educations.getByRole('heading', { name: 'No education yet' })).toBeVisible()
})

test('files can be uploaded, downloaded and deleted, and all data exported', { tag: '@long' }, async ({
  page,
}) => {
  const person = await registerPerson()
  await openAt(page, '/account/data', person)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  await files
    .locator('input[type=file]')
    .setInputFiles([note, { ...note, name: 'empty.txt', buffer: Buffer.of() }])
  await expect(files.getByRole('alert')).toHaveText('The file is empty.')
  await files.getByRole('button', { name: 'Dismiss empty.txt' }).click()
  expect(
    await downloadText(page, () => files.getByRole('button', { name: 'Download note.txt' }).click()),
  ).toBe('a note')

  const exported = await downloadText(page, () => page.getByRole('button', { name: 'Export data' }).click())
  const { profile, files: listed, leftOut } = JSON.parse(exported)
  expect([profile.email, listed[0].name, leftOut]).toEqual([person.email, 'note.txt', []])
  await expect(page.getByRole('status').getByText(/Saved as atrium-user-\d+\.json/)).toBeVisible()

  await files.getByRole('button', { name: 'Delete note.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(files.getByRole('heading', { name: 'No files yet' })).toBeVisible()
})

async function downloadText(page: Page, act: () => Promise<void>) {
  const download = page.waitForEvent('download')
  await act()
  return readFile(await (await download).path(), 'utf8')
}
