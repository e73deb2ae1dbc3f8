import { expect, test } from '@playwright/test'
import { assignRole } from '../admin.ts'
import { identityUrl, owner } from '../atrium.ts'
import { fillSignInForm, myWorkLink, registerPerson, signIn } from '../people.ts'

test('a new user signs in, sees the personal project, creates another and signs out', async ({ page }) => {
  const person = await registerPerson()
  await signIn(page, person)
  await expect(page).toHaveURL(/\/app\//)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Personal' })).toBeVisible()

  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Website')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()

  await page.getByRole('button', { name: /Sam/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/app/')
  // Straight to the form, unless this tab was there a few seconds ago.
  await expect(page.getByLabel('Password').or(page.getByRole('link', { name: 'Sign in' }))).toBeVisible()
})

test('the login page redirects automatically after about three seconds', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in to Atrium' })).toBeVisible()
  await expect(page.getByText('to continue to')).toBeHidden()
})

test('a wrong password is reported and the username kept', async ({ page }) => {
  const person = await registerPerson()
  await signIn(page, { ...person, password: 'a wrong password' })
  await expect(page.getByRole('alert')).toContainText('Incorrect')
  await expect(page.getByLabel('Email or phone')).toHaveValue(person.email)
  await fillSignInForm(page, person)
  await expect(myWorkLink(page)).toBeVisible()
})

test('the sign-in page is in Russian for Russian browsers', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ru-RU' })
  const page = await context.newPage()
  await page.goto(`${identityUrl}/admin`)
  await expect(page.getByRole('heading', { name: 'Вход в Atrium' })).toBeVisible()
  await context.close()
})

test('the admin area opens for the owner and refuses a manager', async ({ browser }) => {
  const ownersPage = await (await browser.newContext()).newPage()
  await ownersPage.goto(`${identityUrl}/admin`)
  await fillSignInForm(ownersPage, owner)
  await expect(ownersPage.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(ownersPage.url()).not.toContain('code=')

  const manager = await registerPerson()
  await assignRole(manager, 'manager')
  const managersPage = await (await browser.newContext()).newPage()
  await managersPage.goto(`${identityUrl}/admin`)
  await fillSignInForm(managersPage, manager)
  await expect(managersPage.getByText('admin.web.access')).toBeVisible()
})
