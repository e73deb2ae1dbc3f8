import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { asOwner, openAt } from '../admin.ts'
import { accessibilityViolations } from '../screen-checks.ts'

test('the claims of a client are added, refused at their fields, saved and shown again', {
  tag: '@long',
}, async ({ page }) => {
  const name = `Wiki ${randomUUID()}`
  const { item } = await asOwner<{ item: { id: number } }>('POST', '/oauth/clients', {
    name,
    grantTypes: 'authorization_code',
    scope: 'openid email',
    redirectUris: ['https://wiki.example.org/callback'],
  })
  await openAt(page, `/admin/clients`)
  await page.getByRole('searchbox', { name: 'Search by name or client ID' }).fill(name)
  const open = async () => {
    await page.getByRole('button', { name: `${name} menu` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Claims' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add claim' }).click()
  await dialog.getByRole('textbox', { name: 'Claim' }).fill('iss')
  await dialog.getByLabel('Attribute').selectOption('Phone number')
  await expect(dialog.getByText('the app doesn’t have the scope “phone”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('OpenID Connect defines what this claim says')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Claim' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Claim' }).fill('rights')
  await dialog.getByLabel('Value', { exact: true }).selectOption('Groups of the user')
  await dialog.getByRole('textbox', { name: 'Only groups that start with' }).fill('wiki-')
  await dialog.getByRole('checkbox', { name: 'Send names without this beginning' }).check()
  expect(await accessibilityViolations(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Add claim' }).click()
  const second = dialog.getByRole('group', { name: 'New claim' })
  await second.getByLabel('Value', { exact: true }).selectOption('Fixed number')
  await second.getByRole('textbox', { name: 'Fixed value' }).fill('12')
  await second.getByLabel('Included in').selectOption('Userinfo')
  await second.getByRole('textbox', { name: 'Claim' }).fill('quota')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Claims updated')).toBeVisible()
  const claims = [
    { name: 'rights', source: 'groups', prefix: 'wiki-', removesPrefix: true, includedIn: 'both' },
    { name: 'quota', source: 'constant', value: 12, includedIn: 'userinfo' },
  ]
  expect(await asOwner('GET', `/oauth/clients/${item.id}/claims`)).toEqual({ item: { claims } })

  await open()
  await dialog.getByRole('button', { name: 'Remove rights' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByRole('textbox', { name: 'Claim' })).toHaveValue('quota')
})
