import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { asOwner, assignRole, idOf, openAt } from '../admin.ts'
import { identityUrl, owner } from '../atrium.ts'
import { registerPerson } from '../people.ts'

test('granting a permission in the matrix changes the access check', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  const role = `auditor-${Date.now()}`
  await openAt(page, '/admin/roles')
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('No Capitals')
  await page.getByRole('textbox', { name: 'Level' }).fill('15')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/must be 3 to 50 characters/i)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(role)
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('listitem').filter({ hasText: role })
  await expect(row).toContainText('Level 15')
  await expect(row).toContainText('0 users')
  await assignRole(person, role)

  const accessCheck = `${identityUrl}/admin/access?user=${await idOf(person)}&method=GET&path=/users`
  await page.goto(accessCheck)
  await expect(page.getByRole('heading', { name: 'Sam Sample doesn’t have access' })).toBeVisible()
  await expect(page.getByText('None of their roles grants “List and search users”.')).toBeVisible()

  await page.goto(`${identityUrl}/admin/roles`)
  const checkbox = page.getByRole('checkbox', { name: `${role}: List and search users` })
  await waitForChange(page, () => checkbox.click())
  await expect(page.getByRole('checkbox', { name: 'owner: List and search users' })).toBeDisabled()
  await page.reload()
  await expect(checkbox).toBeChecked()

  await page.goto(accessCheck)
  await expect(page.getByRole('heading', { name: 'Sam Sample has access' })).toBeVisible()
  await expect(page.getByText(`The role ${role} grants`)).toBeVisible()

  await page.goto(`${identityUrl}/admin/roles`)
  await page.getByRole('button', { name: `Delete ${role}` }).click()
  await expect(page.getByRole('dialog')).toContainText('1 user has this role')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${role}` })
    .click()
  await expect(row).toBeHidden()
})

test('the access check depends on the user, the action and the target user', { tag: '@long' }, async ({
  page,
}) => {
  const person = await registerPerson()
  await openAt(page, '/admin/access')
  await page.getByRole('combobox', { name: 'User' }).fill(person.email)
  await page.getByRole('option', { name: person.email }).click()
  await page.getByRole('combobox', { name: 'Action' }).fill('profile')
  await page.getByRole('option', { name: 'Edit a user’s profile' }).click()
  await expect(page.getByRole('heading', { name: /their own data only/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Target user' }).fill(owner.email)
  await page.getByRole('option', { name: owner.email }).click()
  await expect(page.getByRole('heading', { name: 'Sam Sample doesn’t have access' })).toBeVisible()
  await expect(page.getByText('for themselves only')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sam Sample doesn’t have access' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Target user' }).click()
  await page.getByRole('option', { name: owner.email, selected: true }).click()
  await expect(page.getByRole('heading', { name: /their own data only/ })).toBeVisible()
})

test('a custom permission can be created, assigned and deleted', { tag: '@long' }, async ({ page }) => {
  const name = `reports.read-${Date.now()}`
  const description = `Read ${name}`
  await openAt(page, '/admin/roles')
  await page.getByRole('button', { name: 'New permission' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Description' }).fill(description)
  await page.getByRole('button', { name: 'Save' }).click()
  const checkbox = page.getByRole('checkbox', { name: `manager: ${description}` })
  await waitForChange(page, () => checkbox.click())
  await expect(checkbox).toBeChecked()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(checkbox).toBeHidden()
})

test('administrators who are not owners can read roles but not change the system', { tag: '@long' }, async ({
  page,
}) => {
  const person = await registerPerson()
  await assignRole(person, 'admin')
  await openAt(page, '/admin/roles', person)
  const checkbox = page.getByRole('checkbox', { name: 'manager: List and search users' })
  await expect(checkbox).toBeDisabled()
  await expect(checkbox).toBeChecked()
  await expect(page.getByRole('button', { name: 'New role' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Signing keys' })).toBeHidden()
  await page.goto(`${identityUrl}/admin/clients`)
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})

test('a client can be created, its secret rotated, and the client disabled', async ({ page }) => {
  const name = `Reports ${randomUUID()}`
  await openAt(page, '/admin/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(/is required for the grant type authorization_code/i)).toBeVisible()
  await page.getByRole('radio', { name: /Service/ }).check()
  await expect(page.getByRole('checkbox', { name: 'Read users, files and sessions' })).toBeChecked()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('textbox', { name: 'Issuer' })).toHaveValue(identityUrl)
  await expect(page.getByRole('textbox', { name: 'Discovery URL' })).toHaveValue(
    `${identityUrl}/.well-known/oauth-authorization-server`,
  )
  const first = await saveSecret(page)
  expect(await requestToken(first)).toBe(200)

  const row = page.getByRole('listitem').filter({ hasText: name })
  const choose = async (action: string) => {
    // Pressed with the keyboard, because a notice may cover the button.
    await row.getByRole('button', { name: `${name} menu` }).press('Enter')
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Rotate secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  const second = await saveSecret(page)
  expect(await requestToken(first)).toBe(401)
  expect(await requestToken(second)).toBe(200)

  await choose('Disable')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
  expect(await requestToken(second)).toBe(401)
  await choose('Enable')
  await expect(row.getByText('Disabled')).toBeHidden()
  expect(await requestToken(second)).toBe(200)

  await choose('Edit')
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('checkbox', { name: 'Authorization code' }).check()
  await page.getByRole('textbox', { name: 'Redirect URIs' }).fill('https://wiki.example/callback')
  await page.getByRole('button', { name: 'Save' }).click()
  await choose('Test sign-in')
  const explanation = page.getByRole('dialog', { name: `Test the sign-in to ${name}` })
  await expect(explanation).toContainText('opens https://wiki.example/callback')
  await expect(explanation.getByRole('link', { name: 'Start test' })).toHaveAttribute(
    'href',
    /redirect_uri=https%3A%2F%2Fwiki\.example%2Fcallback/,
  )
  await explanation.getByRole('button', { name: 'Cancel' }).click()

  const builtIn = page.getByRole('listitem').filter({ hasText: 'Built-in' })
  await expect(builtIn.getByRole('button', { name: / menu$/ })).toBeHidden()
})

test('the health page says how both services are doing', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/admin')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
  const findings = page.getByRole('listitem')
  for (const [subject, sentence] of [
    ['Processes', 'process'],
    ['Database', 'PostgreSQL 18'],
    ['Live updates', 'open connection'],
    ['Disk space', 'free on'],
    ['Backups', 'No backups are scheduled.'],
  ] as const)
    await expect(findings.filter({ hasText: subject }).filter({ hasText: sentence }).first()).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Identity' }).filter({ hasText: 'Running' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: 'Tasks' }).filter({ hasText: 'Running' }).first()).toBeVisible()
})

test('a rotated key is published, with the time it starts signing', { tag: '@long' }, async ({ page }) => {
  await openAt(page, '/admin/keys')
  const before = await listPublishedKeys()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  await expect(page.getByText('The new key is published and starts signing at')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate key' })).toBeDisabled()
  const [added] = (await listPublishedKeys()).filter(kid => !before.includes(kid))
  const row = page.getByRole('listitem').filter({ hasText: added as string })
  await expect(row).toContainText('Already published. It starts signing on')
  await expect(page.getByText('Signs every new token.')).toBeVisible()
})

test('a city can be added, edited and deleted unless it is in use, and the audit log shows it', {
  tag: '@long',
}, async ({ page }) => {
  const name = `Sampleton ${randomUUID().slice(0, 8)}`
  await openAt(page, '/admin/reference-data')
  await page.getByRole('button', { name: 'New city' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Country' }).fill('Germ')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Germany')

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Europe/Berlin')

  const userId = await idOf(await registerPerson())
  const { items } = await asOwner<{ items: { id: number }[] }>('GET', `/cities?search=${name}`)
  const choose = (cityId: number | undefined | null) => asOwner('PUT', `/users/${userId}`, { cityId })
  await choose(items[0]?.id)
  await deleteCity(page, name)
  await expect(page.getByText(/used in a profile/)).toBeVisible()
  await choose(null)
  await deleteCity(page, name)
  await expect(row).toBeHidden()

  await page.goto(`${identityUrl}/admin/audit?action=city.deleted`)
  const entry = page.getByRole('row').filter({ hasText: name })
  await expect(entry).toContainText('Deleted a city')
  await entry.getByRole('button', { name: /Show details/ }).click()
  await expect(page.getByText('city.deleted')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^audit-.*\.csv$/)
})

test('the audit log can be filtered by action and user, and the URL keeps the filters', {
  tag: '@long',
}, async ({ page }) => {
  const person = await registerPerson()
  const id = await idOf(person)
  await assignRole(person, 'manager')
  await openAt(page, '/admin/audit')
  await page.getByRole('combobox', { name: 'Action' }).fill('assigned a role')
  await page.getByRole('option', { name: 'Assigned a role', exact: true }).click()
  await page.getByRole('combobox', { name: 'User' }).fill(person.email)
  await page.getByRole('option', { name: person.email }).click()
  await expect(page.getByText('1 entry')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 entry')).toBeVisible()
  await expect(page).toHaveURL(/action=role.assigned/)
  await page.getByRole('table').getByRole('link', { name: 'Sam Sample' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}`))
})

/** Clicks and waits for the response: the checkbox changes shortly after the click. */
async function waitForChange(page: Page, act: () => Promise<void>) {
  const responded = page.waitForResponse(response => response.url().includes('/rbac/roles/') && response.ok())
  await act()
  await responded
}

interface ClientSecret {
  id: string
  secret: string
}

async function saveSecret(page: Page): Promise<ClientSecret> {
  const id = await page.getByRole('textbox', { name: 'Client ID' }).inputValue()
  const secret = await page.getByRole('textbox', { name: 'Client secret' }).inputValue()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  return { id, secret }
}

async function requestToken({ id, secret }: ClientSecret) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  })
  return (await fetch(`${identityUrl}/token`, { method: 'POST', body })).status
}

async function listPublishedKeys(): Promise<string[]> {
  const response = await fetch(`${identityUrl}/.well-known/jwks.json`)
  return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}

async function deleteCity(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
