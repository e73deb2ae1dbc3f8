import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { pseudoText } from '../../packages/texts/src/pseudo.ts'
import { asOwner, idOf, openAt } from '../admin.ts'
import { identityUrl, owner, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import {
  collectDataWords,
  findTextsWithoutCatalogue,
  lengthenTexts,
  speakPseudoLanguage,
} from '../pseudo-language.ts'
import {
  checkedVariants,
  checkScreen,
  collectErrors,
  openVariant,
  overflow,
  screensIn,
} from '../screen-checks.ts'

interface Ids {
  userId: number
  groupId: number
  /** Its slug. */
  provider: string
}

/** Every page of the admin area and the account pages. */
const screens: Record<string, (ids: Ids) => string> = {
  dashboard: () => '/admin',
  health: () => '/admin/health',
  users: () => '/admin/users',
  'no users found': () => '/admin/users?search=unknown',
  'profile of a user': ({ userId }) => `/admin/users/${userId}?tab=profile`,
  'roles of a user': ({ userId }) => `/admin/users/${userId}?tab=roles`,
  'contacts of a user': ({ userId }) => `/admin/users/${userId}?tab=contacts`,
  'educations of a user': ({ userId }) => `/admin/users/${userId}?tab=educations`,
  'files of a user': ({ userId }) => `/admin/users/${userId}?tab=files`,
  'sessions of a user': ({ userId }) => `/admin/users/${userId}?tab=sessions`,
  'audit of a user': ({ userId }) => `/admin/users/${userId}?tab=audit`,
  groups: () => '/admin/groups',
  'a group': ({ groupId }) => `/admin/groups/${groupId}`,
  roles: () => '/admin/roles',
  'access check': () => '/admin/access',
  'access check of a user': () => '/admin/access?user=1&method=DELETE&path=/users/1',
  clients: () => '/admin/clients',
  'sign-in providers': () => '/admin/sign-in-providers',
  'choice of a sign-in provider': () => '/admin/sign-in-providers?add=',
  'new sign-in provider': () => '/admin/sign-in-providers?add=keycloak',
  'new directory': () => '/admin/sign-in-providers?add=activeDirectory',
  'a sign-in provider': ({ provider }) => `/admin/sign-in-providers/${provider}`,
  'protected applications': () => '/admin/forward-applications',
  keys: () => '/admin/keys',
  cities: () => '/admin/reference-data',
  'job titles': () => '/admin/reference-data?tab=posts',
  notices: () => '/admin/notices',
  branding: () => '/admin/branding',
  audit: () => '/admin/audit',
  mail: () => '/admin/mail',
  profile: () => '/account',
  contacts: () => '/account/contacts',
  security: () => '/account/security',
  sessions: () => '/account/sessions',
  applications: () => '/account/applications',
  data: () => '/account/data',
}

/** The words of the addresses, entries and certificates that fields show as examples. */
const directoryWords = ['ldaps', 'directory', 'example', 'org', 'services', 'people', 'begin', 'certificate']

const texts = { en: parts.admin('en'), ru: parts.admin('ru') }

for (const variant of checkedVariants) {
  test(`screens of the identity service in ${variant.language} and ${variant.colorScheme}`, async ({
    browser,
  }, testInfo) => {
    test.setTimeout(600_000)
    const { context, apply } = await openVariant(browser, variant)
    const page = await context.newPage()
    await openAt(page, '/account')
    const ids = await createRecords(page)
    await apply()
    const errors = collectErrors(page)
    for (const [name, address] of screensIn(variant, screens)) {
      await page.goto(identityUrl + address(ids))
      await checkScreen(page, name, testInfo)
      await expect.soft(page.locator('html'), name).toHaveAttribute('lang', variant.language)
    }
    await page.goto(`${identityUrl}/admin/clients`)
    await page.getByRole('button', { name: texts[variant.language].clients.create }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkScreen(page, 'new client', testInfo)
    expect.soft(errors, 'the console').toEqual([])
    await context.close()
  })
}

test('every text of the identity service comes from a catalogue and has room to grow', {
  tag: '@long',
}, async ({ browser }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en' })
  const page = await context.newPage()
  await openAt(page, '/account')
  const ids = await createRecords(page)
  await speakPseudoLanguage(context)
  const dataWords = collectDataWords(page)
  const check = async (name: string) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    // A scope, what the owner's sessions are without a browser's name, and examples of directories.
    const others = ['groups', 'unknown', ...directoryWords]
    const known = new Set([...(await dataWords()), ...others])
    const found = await findTextsWithoutCatalogue(page, known)
    expect.soft(found, `${name}: texts that are in no catalogue`).toEqual([])
  }
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(identityUrl + address(ids))
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await check(name)
    await page.setViewportSize({ width: 320, height: 720 })
    await expect.soft
      .poll(() => overflow(page), { message: `${name}: not wider than 320 px` })
      .toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  await page.goto(`${identityUrl}/admin/clients`)
  await page.getByRole('button', { name: pseudoText(texts.en.clients.create) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('new client')
  await context.close()
})

test('pages of the services have room for longer texts on a phone', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 720 }, locale: 'en' })
  const page = await context.newPage()
  const pages = ['', '/docs', '/nowhere', '/register', '/password-reset', '/auth/end-session']
  const addresses = [`${tasksUrl}/auth/sign-in`, `${tasksUrl}/docs`, ...pages.map(path => identityUrl + path)]
  for (const address of addresses) {
    await page.goto(address)
    await lengthenTexts(page)
    expect.soft(await overflow(page), `${address}: not wider than 320 px`).toBeLessThanOrEqual(0)
  }
  await context.close()
})

async function createRecords(page: Page): Promise<Ids> {
  // Pages renew an expired session, direct requests do not.
  await callApi(page, 'POST', '/auth/refresh')
  const website = `https://example.org/${'a-long-address'.repeat(8)}`
  await callApi(page, 'POST', '/user-contacts', { type: 'website', value: website })
  await callApi(page, 'POST', '/user-educations', { institution: 'School of Sails', startedOn: '2015-09-01' })
  const userId = await idOf(owner)
  const name = `Design ${randomUUID().slice(0, 8)}`
  const { item } = await asOwner<{ item: { id: number } }>('POST', '/groups', { name })
  await asOwner('PUT', `/groups/${item.id}/members/${userId}`)
  const provider = `company-${randomUUID().slice(0, 8)}`
  // It is off, so that the sign-in page of other tests has no button of it.
  await asOwner('POST', '/sign-in-providers', {
    slug: provider,
    kind: 'github',
    name: 'Company on GitHub',
    isEnabled: false,
    clientId: 'atrium',
    groupMapping: [{ from: 'designers', groupId: item.id }],
  })
  return { userId, groupId: item.id, provider }
}
