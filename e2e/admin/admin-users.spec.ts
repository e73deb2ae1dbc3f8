import { type Browser, expect, type Page, test } from '@playwright/test'
import { assignRole, idOf, openAt, signInStatus } from '../admin.ts'
import { identityUrl, owner } from '../atrium.ts'
import { type Person, registerPerson } from '../people.ts'

test('the dashboard shows the state of the installation and links to the users', async ({ page }) => {
  await openAt(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const days = page.getByRole('table', { name: 'Sign-ins, last 30 days' }).getByRole('row')
  await expect(days).toHaveCount(31)
  await expect(page.getByRole('region', { name: 'This installation' })).toContainText('Version')
  await page.getByRole('link', { name: /Active users/ }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toContainText(owner.email)
})

test('users can be searched, and the URL keeps the search', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  await openAt(page, '/admin/users')
  await page.getByRole('searchbox').fill(person.email)
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(person.email)
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'Sam Sample' }).click()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(person.email)

  await page.goto(`${identityUrl}/admin/users?status=archived&search=${person.email}`)
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Registered', exact: true }).click()
  await expect(page).toHaveURL(/orderBy=createdAt/)
  await expect(rows.nth(1)).toContainText(owner.email)
})

test('an added user gets an email to set a password', async ({ page }) => {
  const email = `${crypto.randomUUID()}@example.org`
  await openAt(page, '/admin/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First name', exact: true }).fill('Ada')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Sample')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('12')
  await dialog.getByRole('checkbox', { name: /has agreed/ }).check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/\w/)

  await dialog.getByRole('textbox', { name: 'Phone' }).fill(randomPhone())
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Another user has this email address')).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText(`We’re sending an email to ${email}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ada Sample' })).toBeVisible()
})

test('a role can be assigned and removed', async ({ page }) => {
  const person = await registerPerson()
  await openUser(page, person, 'roles')
  const account = page.getByRole('region', { name: 'Account' })
  await page.getByRole('button', { name: 'Assign role manager' }).click()
  await expect(account).toContainText('manager')
  await expect(page.getByText(/assigned by/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove role manager' }).click()
  await expect(account).not.toContainText('manager')
})

test('an archived user cannot sign in until they are restored', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  await openUser(page, person)
  await runAction(page, 'Archive')
  await expect(page.getByText('This user is archived and can’t sign in')).toBeVisible()
  expect(await signInStatus(person)).toBeGreaterThanOrEqual(400)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('This user is archived and can’t sign in')).toBeHidden()
  expect(await signInStatus(person)).toBe(200)
})

test('a user signed out on all devices has to sign in again', { tag: '@long' }, async ({ page, browser }) => {
  const person = await registerPerson()
  const userPage = await newPage(browser)
  await openAt(userPage, '/account', person)
  await openUser(page, person, 'sessions')
  await expect(page.getByRole('list', { name: /sessions/i }).getByRole('listitem')).toHaveCount(1)
  await runAction(page, 'Sign out on all devices')
  await expect(page.getByRole('heading', { name: 'No active sessions' })).toBeVisible()
  await userPage.reload()
  await expect(userPage.getByLabel('Password')).toBeVisible()
})

test('an administrator can unlock a locked-out user', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  const wrong = { ...person, password: 'a wrong password' }
  for (let attempt = 1; attempt <= 5; attempt++) expect(await signInStatus(wrong)).toBe(401)
  expect(await signInStatus(person)).toBe(429)
  await openUser(page, person)
  await expect(page.getByText('Locked out after 5 failed sign-ins')).toBeVisible()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('Locked out after 5 failed sign-ins')).toBeHidden()
  expect(await signInStatus(person)).toBe(200)
})

test('administrators see and assign only what their role allows', async ({ page }) => {
  const admin = await registerPersonWithRole('admin')
  const person = await registerPerson()
  await openAt(page, '/admin', admin)
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(navigation.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(
    navigation.getByRole('link', { name: /Clients|Audit log|Signing keys|Mail queue/ }),
  ).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'This installation' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent failed sign-ins' })).toHaveCount(0)

  await page.goto(`${identityUrl}/admin/users/${await idOf(person)}?tab=roles`)
  await expect(page.getByRole('button', { name: 'Assign role admin' })).toBeVisible()
  await expect(page.getByText('Above your role')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assign role owner' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveCount(0)

  await page.goto(`${identityUrl}/admin/users/${await idOf(owner)}?tab=roles`)
  await expect(page.getByText(/is above your highest role/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Assign|Remove/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(1)
})

async function newPage(browser: Browser) {
  return (await browser.newContext()).newPage()
}

async function openUser(page: Page, person: Person, tab = 'profile') {
  await openAt(page, `/admin/users/${await idOf(person)}?tab=${tab}`)
  await expect(page.getByRole('heading', { name: 'Sam Sample' })).toBeVisible()
}

/** Chooses an action from the menu and confirms it. */
async function runAction(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function registerPersonWithRole(role: string) {
  const person = await registerPerson()
  await assignRole(person, role)
  return person
}

function randomPhone() {
  return `+1202${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
}
