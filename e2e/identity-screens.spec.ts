import { expect, type Page, test } from '@playwright/test'
import en from '../apps/admin/src/locales/en.ts'
import ru from '../apps/admin/src/locales/ru.ts'
import { idOf, openAt } from './admin.ts'
import { identityUrl, owner } from './atrium.ts'
import { ask } from './boards.ts'
import { checkScreen, collectComplaints, looks, openLook, screensIn } from './screen-checks.ts'

/** Every address of the administrator area and of the account pages. */
const screens: Record<string, (userId: number) => string> = {
  dashboard: () => '/admin',
  users: () => '/admin/users',
  'nobody found': () => '/admin/users?search=nobody-at-all',
  'profile of a user': userId => `/admin/users/${userId}?tab=profile`,
  'roles of a user': userId => `/admin/users/${userId}?tab=roles`,
  'contacts of a user': userId => `/admin/users/${userId}?tab=contacts`,
  'educations of a user': userId => `/admin/users/${userId}?tab=educations`,
  'files of a user': userId => `/admin/users/${userId}?tab=files`,
  'sessions of a user': userId => `/admin/users/${userId}?tab=sessions`,
  'audit of a user': userId => `/admin/users/${userId}?tab=audit`,
  roles: () => '/admin/roles',
  'who may do what': () => '/admin/access',
  'why somebody may': () => '/admin/access?user=1&method=DELETE&path=/users/1',
  clients: () => '/admin/clients',
  keys: () => '/admin/keys',
  cities: () => '/admin/reference-data',
  'job titles': () => '/admin/reference-data?tab=posts',
  audit: () => '/admin/audit',
  mail: () => '/admin/mail',
  profile: () => '/account',
  contacts: () => '/account/contacts',
  security: () => '/account/security',
  sessions: () => '/account/sessions',
  data: () => '/account/data',
}

const texts = { en, ru }

for (const look of looks) {
  test(`the identity service's screens in ${look.language} and ${look.colorScheme}`, async ({
    browser,
  }, testInfo) => {
    test.setTimeout(600_000)
    const { context, choose } = await openLook(browser, look)
    const page = await context.newPage()
    await openAt(page, '/account')
    await makeRecords(page)
    await choose()
    const complaints = collectComplaints(page)
    const userId = await idOf(owner)
    for (const [name, address] of screensIn(look, screens)) {
      await page.goto(identityUrl + address(userId))
      await checkScreen(page, name, testInfo)
      await expect.soft(page.locator('html'), name).toHaveAttribute('lang', look.language)
    }
    await page.goto(`${identityUrl}/admin/clients`)
    await page.getByRole('button', { name: texts[look.language].clients.create }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, 'new client', testInfo)
    expect.soft(complaints, 'the console').toEqual([])
    await context.close()
  })
}

async function makeRecords(page: Page) {
  // The pages renew a session that has ended; a request beside them does not.
  await ask(page, 'POST', '/auth/refresh')
  const website = `https://example.org/${'a-long-address'.repeat(8)}`
  await ask(page, 'POST', '/user-contacts', { type: 'website', value: website })
  await ask(page, 'POST', '/user-educations', { institution: 'School of Sails', startedOn: '2015-09-01' })
}
