import { type Browser, expect, type Page, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { asOwner, assignRole, idOf } from '../admin.ts'
import { nextPorts, owner, startAtrium, identityUrl as upstreamUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { fillSignInForm, type Person, registerConfirmedPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors } from '../screen-checks.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(70)
// Another site than the provider's: cookies do not distinguish ports.
const identityUrl = `http://127.0.0.1:${IDENTITY_PORT}`
const tasksUrl = `http://127.0.0.1:${TASKS_PORT}`

/** The shared installation is the provider; its roles are what it sends as groups. */
test('an administrator connects another Atrium, and a group there is a team here for as long as someone is in it', async ({
  page,
  browser,
}) => {
  const stop = await startAtrium({
    IDENTITY_PORT,
    TASKS_PORT,
    IDENTITY_URL: identityUrl,
    TASKS_URL: tasksUrl,
    OUTBOUND_ALLOW: 'localhost,127.0.0.1',
  })
  try {
    const errors = collectErrors(page)
    await signInAsOwner(page)
    const group = await createItem(page, '/groups', { name: 'Design' })
    await addWithWizard(page)
    await mapGroup(page)
    await page.getByRole('button', { name: 'Test provider' }).click()
    await expect(page.getByText('Everything that a sign-in needs is in place.')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Headquarters is on')).toBeVisible()
    expect(errors).toEqual([])

    await signInByApi(page, owner, tasksUrl)
    await page.goto(`${tasksUrl}/app/projects`)
    const project = await createItem(page, '/project', { name: 'Relaunch', type: 'agency' })
    await callApi(page, 'PUT', `/project/${project}/group/${group}`, { role: 'member' })

    const person = await registerConfirmedPerson()
    await assignRole(person, 'manager')
    const stranger = await arrive(browser, person, { isFirst: true })
    await expect(stranger.getByRole('link', { name: 'Relaunch' }).first()).toBeVisible()
    await page.goto(`${tasksUrl}/app/project/${project}/members`)
    const member = page.getByRole('listitem').filter({ hasText: person.email })
    await expect(member).toContainText('Through the team “Design”')

    await unassignRole(person, 'manager')
    const visitor = await arrive(browser, person, { isFirst: false })
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Relaunch' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Teams' })).toBeVisible()
    await expect(member).toHaveCount(0)
    await expectLinkedAccount(visitor)
    await inRussian(page)
  } finally {
    await stop()
  }
})

async function signInAsOwner(page: Page) {
  const data = { username: owner.email, password: owner.password }
  const response = await page.request.post(`${identityUrl}/auth/login`, { data })
  expect(response.ok()).toBe(true)
  await page.goto(`${identityUrl}/admin/sign-in-providers`)
}

async function createItem(page: Page, path: string, body: object) {
  return (await callApi<{ item: { id: number } }>(page, 'POST', path, body)).item.id
}

async function addWithWizard(page: Page) {
  await page.getByRole('link', { name: 'Add provider' }).click()
  await page.getByRole('button', { name: 'Another Atrium' }).click()
  const redirectUri = await page.getByLabel('Redirect address', { exact: true }).inputValue()
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
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Headquarters')
  await page.getByLabel('Address of the server').fill(`${upstreamUrl}/`)
  await page.getByLabel('Client ID').fill(client.clientId)
  await page.locator('[name=clientSecret]').fill(client.clientSecret)
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('heading', { name: 'Headquarters', level: 1 })).toBeVisible()
}

async function mapGroup(page: Page) {
  const groups = page.getByRole('region', { name: 'Groups' })
  await groups.getByRole('button', { name: 'Add row' }).click()
  await groups.getByLabel('Group there').fill('manager')
  await groups.getByRole('combobox', { name: 'Group in Atrium' }).click()
  await page.getByRole('option', { name: 'Design' }).click()
  await groups.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
}

/** Signs in through the provider in a new browser. The provider asks once whether that is allowed. */
async function arrive(browser: Browser, person: Person, { isFirst }: { isFirst: boolean }) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${tasksUrl}/auth/sign-in`)
  await page.getByRole('link', { name: 'Continue with Headquarters' }).click()
  await page.waitForURL(url => url.origin === upstreamUrl)
  await fillSignInForm(page, person)
  if (isFirst) await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(url => url.origin === tasksUrl)
  return page
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
async function expectLinkedAccount(page: Page) {
  await page.goto(`${identityUrl}/account/security`)
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await expect(linked.getByRole('listitem')).toContainText('Headquarters')
  await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
  await linked.getByRole('button', { name: 'Remove Headquarters' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
}

async function inRussian(page: Page) {
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
