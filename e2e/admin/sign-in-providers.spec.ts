import { type Browser, expect, type Page, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { asOwner, assignRole, idOf } from '../admin.ts'
import { nextPorts, owner, startAtrium, identityUrl as upstreamUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { type Person, registerConfirmedPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

type Language = 'en' | 'ru'
type Site = ReturnType<typeof siteIn>

/** Both languages have an installation of their own, of which the shared one is the provider; its roles are its groups. */
const ways = [
  { language: 'en', ports: nextPorts(70) },
  { language: 'ru', ports: nextPorts(75) },
] as const

for (const { language, ports } of ways) {
  test(`an administrator connects another Atrium, and a group there is a team here for as long as someone is in it (${language})`, {
    tag: '@long',
  }, async ({ browser }) => {
    const site = siteIn(language, ports)
    const stop = await startAtrium(site.settings)
    try {
      await wholeWay(browser, site)
    } finally {
      await stop()
    }
  })
}

async function wholeWay(browser: Browser, site: Site) {
  const { tasksUrl, texts, language } = site
  const page = await openBrowser(browser, site)
  const errors = collectErrors(page)
  const { test: testing, turnOn, turnedOn } = texts.admin.signInProviders
  await signInAsOwner(page, site)
  const group = await createItem(page, '/groups', { name: 'Design' })
  await addWithWizard(page, site)
  await mapGroup(page, site)
  await page.getByRole('button', { name: testing.action }).click()
  await expect(page.getByText(testing.ready)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const person = await registerConfirmedPerson()
  await assignRole(person, 'manager')
  await page.getByRole('link', { name: testing.signIn }).click()
  await signInThere(page, person, site, { isFirst: true })
  await expect(page.getByText(texts.identity.oauth.testedSignIn.ready)).toBeVisible()
  await expect(page.getByText(/(Design|manager).*Design\.$/)).toBeVisible()
  await expect(page.getByText(`"email": "${person.email}"`)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('link', { name: texts.identity.oauth.testedSignIn.back }).click()

  await page.getByRole('button', { name: turnOn }).click()
  await expect(page.getByText(filled(turnedOn, 'Headquarters'))).toBeVisible()
  expect(errors).toEqual([])

  await signInByApi(page, owner, tasksUrl)
  await page.goto(`${tasksUrl}/app/projects`)
  const project = await createItem(page, '/project', { name: 'Relaunch', type: 'agency' })
  await callApi(page, 'PUT', `/project/${project}/group/${group}`, { role: 'member' })

  const stranger = await arrive(browser, person, site)
  await expect(stranger.getByRole('link', { name: 'Relaunch' }).first()).toBeVisible()
  const { teams } = texts.web.projects
  await page.goto(`${tasksUrl}/app/project/${project}/members`)
  const member = page.getByRole('listitem').filter({ hasText: person.email })
  await expect(member).toContainText(teams.through_one.replace('{{teams}}', filled(teams.quoted, 'Design')))

  await unassignRole(person, 'manager')
  const visitor = await arrive(browser, person, site)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Relaunch' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: teams.title })).toBeVisible()
  await expect(member).toHaveCount(0)
  await expectLinkedAccount(visitor, site)
  if (language === 'en') await inRussian(page, site)
}

function siteIn(language: Language, [IDENTITY_PORT, TASKS_PORT]: readonly [string, string]) {
  // Another site than the provider's: cookies do not distinguish ports.
  const identityUrl = `http://127.0.0.1:${IDENTITY_PORT}`
  const tasksUrl = `http://127.0.0.1:${TASKS_PORT}`
  return {
    language,
    identityUrl,
    tasksUrl,
    settings: {
      IDENTITY_PORT,
      TASKS_PORT,
      IDENTITY_URL: identityUrl,
      TASKS_URL: tasksUrl,
      OUTBOUND_ALLOW: 'localhost,127.0.0.1',
    },
    texts: {
      admin: parts.admin(language),
      identity: parts.identity(language),
      web: parts.web(language),
    },
  }
}

/** Puts a name into the text of an application. */
function filled(text: string, name: string) {
  return text.replace('{{name}}', name)
}

async function openBrowser(browser: Browser, { language, identityUrl }: Site) {
  const context = await browser.newContext({ locale: language === 'en' ? 'en-GB' : 'ru-RU' })
  await context.addCookies([{ name: 'atrium_language', value: language, url: identityUrl }])
  return context.newPage()
}

async function signInAsOwner(page: Page, { identityUrl }: Site) {
  const data = { username: owner.email, password: owner.password }
  const response = await page.request.post(`${identityUrl}/auth/login`, { data })
  expect(response.ok()).toBe(true)
  await page.goto(`${identityUrl}/admin/sign-in-providers`)
}

async function createItem(page: Page, path: string, body: object) {
  return (await callApi<{ item: { id: number } }>(page, 'POST', path, body)).item.id
}

async function addWithWizard(page: Page, { texts }: Site) {
  const { add, wizard, presets, fields } = texts.admin.signInProviders
  await page.getByRole('link', { name: add }).click()
  await page.getByRole('button', { name: presets.atrium.name }).click()
  const redirectUri = await page.getByLabel(fields.callbackUrl, { exact: true }).inputValue()
  const { item: client } = await asOwner<{ item: { clientId: string; clientSecret: string } }>(
    'POST',
    '/oauth/clients',
    {
      name: 'Branch office',
      redirectUris: [redirectUri],
      grantTypes: 'authorization_code refresh_token',
      scope: 'openid profile email groups',
    },
  )
  await page.getByRole('textbox', { name: fields.name, exact: true }).fill('Headquarters')
  await page.getByLabel(fields.server).fill(`${upstreamUrl}/`)
  await page.getByLabel(fields.clientId).fill(client.clientId)
  await page.locator('[name=clientSecret]').fill(client.clientSecret)
  await page.getByRole('button', { name: wizard.submit }).click()
  await expect(page.getByRole('heading', { name: 'Headquarters', level: 1 })).toBeVisible()
}

async function mapGroup(page: Page, { texts }: Site) {
  const { sections, mapping, fields, saved } = texts.admin.signInProviders
  const groups = page.getByRole('region', { name: sections.groups, exact: true })
  await groups.getByRole('button', { name: mapping.add }).click()
  await groups.getByLabel(fields.from).fill('manager')
  await groups.getByRole('combobox', { name: fields.group }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await groups.locator('[type=submit]').click()
  await expect(page.getByText(saved)).toBeVisible()
}

/** Signs in through the provider in a new browser. */
async function arrive(browser: Browser, person: Person, site: Site) {
  const page = await openBrowser(browser, site)
  await page.goto(`${site.tasksUrl}/auth/sign-in`)
  const { continueWith } = site.texts.identity.oauth.signIn
  await page.getByRole('link', { name: continueWith.replace('{name}', 'Headquarters') }).click()
  await signInThere(page, person, site, { isFirst: false })
  await page.waitForURL(url => url.origin === site.tasksUrl)
  return page
}

/** Signs in at the provider, which asks once whether that is allowed. */
async function signInThere(page: Page, person: Person, { texts }: Site, { isFirst }: { isFirst: boolean }) {
  await page.waitForURL(url => url.origin === upstreamUrl)
  const { signIn, consent } = texts.identity.oauth
  await page.getByLabel(signIn.username).fill(person.email)
  await page.getByLabel(signIn.password).fill(person.password)
  await page.getByRole('button', { name: signIn.submit, exact: true }).click()
  if (isFirst) await page.getByRole('button', { name: consent.allow, exact: true }).click()
}

async function unassignRole(person: Person, name: string) {
  const userId = await idOf(person)
  const { items } = await asOwner<{ items: { id: number; role: string }[] }>(
    'GET',
    `/user-roles?userId=${userId}`,
  )
  await asOwner('DELETE', `/user-roles/${items.find(({ role }) => role === name)?.id}`)
}

/** Someone without a password is asked for none, and cannot remove their only way to sign in. */
async function expectLinkedAccount(page: Page, { identityUrl, texts }: Site) {
  const { linked, password } = texts.admin.security
  await page.goto(`${identityUrl}/account/security`)
  const accounts = page.getByRole('region', { name: linked.title })
  await expect(accounts.getByRole('listitem')).toContainText('Headquarters')
  await expect(page.getByRole('region', { name: password.title, exact: true })).toHaveCount(0)
  await accounts.getByRole('button', { name: filled(linked.remove.action, 'Headquarters') }).click()
  await page.getByRole('dialog').getByRole('button', { name: linked.remove.confirm, exact: true }).click()
  await expect(page.getByText(linked.remove.last.own)).toBeVisible()
}

async function inRussian(page: Page, { identityUrl }: Site) {
  const { signInProviders, forwardApplications } = parts.admin('ru')
  const cookies = { atrium_language: 'ru', atrium_theme: 'dark' }
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: identityUrl })))
  await page.goto(`${identityUrl}/admin/sign-in-providers?add=keycloak`)
  await expect(page.getByText(signInProviders.presets.keycloak.guide)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(`${identityUrl}/admin/forward-applications`)
  await page.getByRole('button', { name: forwardApplications.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(forwardApplications.fields.name).fill('Wiki')
  await dialog.getByLabel(forwardApplications.fields.hosts).fill('handbook.example.org')
  await dialog.getByRole('button', { name: forwardApplications.create }).click()
  await expect(page.getByText('server_name handbook.example.org;')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
}
