import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@atrium/testing/wait-until'
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  type Route,
  test,
} from '@playwright/test'
import { identityUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { confirmEmail, fillSignInForm, registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

const words = {
  en: {
    headline: 'Sam Sample invited you to “Office move”',
    create: 'Create account',
    signIn: 'Sign in',
    firstName: 'First name',
    lastName: 'Last name',
    password: 'Password',
    strong: 'Strong',
    complete: 'Mark as done',
  },
  ru: {
    headline: 'Sam Sample приглашает вас в проект «Office move»',
    create: 'Зарегистрироваться',
    signIn: 'Войти',
    firstName: 'Имя',
    lastName: 'Фамилия',
    password: 'Пароль',
    strong: 'Надёжный',
    complete: 'Отметить выполненной',
  },
}
type Words = (typeof words)[keyof typeof words]

const desktop = { locale: 'en-GB', colorScheme: 'light' as const, viewport: { width: 1440, height: 900 } }
const phone = {
  locale: 'ru-RU',
  colorScheme: 'dark' as const,
  viewport: { width: 390, height: 740 },
  hasTouch: true,
  isMobile: true,
}

for (const [name, options, text] of [
  ['on a desktop in English', desktop, words.en],
  ['on a phone in Russian', phone, words.ru],
] as [string, BrowserContextOptions, Words][]) {
  const tag = options === desktop ? '@long' : []
  test(`a stranger gets from the email to a finished task, ${name}`, { tag }, async ({ page, browser }) => {
    const email = `${randomUUID()}@example.org`
    const { link } = await invite(page, email)
    const guest = await newPage(browser, options)
    await guest.goto(await emailedLink(email))
    await expect(guest.getByRole('heading', { name: text.headline })).toBeVisible()
    expect(await accessibilityViolations(guest)).toEqual([])
    await guest.getByRole('link', { name: text.create }).click()

    await expect(guest.getByRole('textbox', { name: /^(Email|Эл\. почта)$/ })).toHaveValue(email)
    await expect(guest.getByText('Office move')).toBeVisible()
    expect(await accessibilityViolations(guest)).toEqual([])
    await guest.getByRole('textbox', { name: text.firstName, exact: true }).fill('Gil')
    await guest.getByRole('textbox', { name: text.lastName, exact: true }).fill('Guest')
    await guest.getByLabel(text.password).fill('correct horse battery staple')
    await expect(guest.getByText(text.strong)).toBeVisible()
    await guest.getByRole('button', { name: text.create }).click()

    await finishTask(guest, text)
    const { items } = await callApi<{ items: unknown[] }>(guest, 'GET', '/invitation')
    expect(items, 'accepted without another question').toEqual([])
    await guest.goto(link)
    await expect(guest.getByRole('link', { name: /^(Open project|Открыть проект)$/ })).toBeVisible()
    await guest.context().close()
  })
}

test('an existing user signs in from the landing and is in the project', async ({ page, browser }) => {
  const person = await registerPerson()
  await invite(page, person.email)
  const guest = await newPage(browser, desktop)
  await guest.route('**/invitation/lookup', closeRegistration)
  await guest.goto(await emailedLink(person.email))
  await expect(guest.getByText('Ask an administrator to create one with this address')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Create account' })).toHaveCount(0)
  await guest.getByRole('link', { name: 'Sign in' }).click()
  await expect(guest.getByLabel('Email or phone')).toHaveValue(person.email)
  await fillSignInForm(guest, person)
  await finishTask(guest, words.en)
  await guest.context().close()
})

/** As an installation with REGISTRATION=closed answers. */
async function closeRegistration(route: Route) {
  const response = await route.fetch()
  const { item } = await response.json()
  await route.fulfill({ response, json: { item: { ...item, canRegister: false } } })
}

test('someone who is signed in as another user switches accounts without losing the invitation', {
  tag: '@long',
}, async ({ page, browser }) => {
  const [person, other] = await Promise.all([registerPerson(), registerPerson()])
  const { link } = await invite(page, person.email)
  const guest = await newPage(browser, desktop)
  await signInByApi(guest, other)
  await guest.goto(link)
  await expect(guest.getByText(`You’re signed in as ${other.email}`)).toBeVisible()
  expect(await accessibilityViolations(guest)).toEqual([])
  await guest.getByRole('button', { name: `Sign out and continue as ${person.email}` }).click()
  await guest.getByRole('link', { name: 'Sign in' }).click()
  await fillSignInForm(guest, person)
  await finishTask(guest, words.en)
  await guest.context().close()
})

test('an invitation arrives as a notification with a button that joins and opens the project', {
  tag: '@long',
}, async ({ page, browser }) => {
  const person = await registerPerson()
  await confirmEmail(person)
  const guest = await newPage(browser, desktop)
  await signInByApi(guest, person)
  await guest.goto('/app/inbox')
  await expect(guest.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  await invite(page, person.email)
  const invitation = guest.getByRole('listitem').filter({ hasText: 'Office move' })
  await invitation.getByRole('button', { name: 'Join project' }).click()
  await expect(guest.getByRole('region', { name: 'To do' })).toBeVisible()
  await guest.context().close()
})

test('a revoked or unknown invitation says so and leads on', { tag: '@long' }, async ({ page, browser }) => {
  const { link, projectId } = await invite(page, `${randomUUID()}@example.org`)
  await callApi(page, 'DELETE', `/project/${projectId}/invitation`)
  const guest = await newPage(browser, phone)
  for (const [address, title] of [
    [link, 'Приглашение отозвано'],
    [`${link}x`, 'Приглашение не найдено'],
  ] as const) {
    await guest.goto('about:blank')
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: title })).toBeVisible()
  }
  expect(await accessibilityViolations(guest)).toEqual([])
  await guest.getByRole('link', { name: 'Войти' }).click()
  await expect(guest).toHaveURL(new RegExp(`^${identityUrl}/auth/authorize`))
  await guest.context().close()
})

async function newPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  return context.newPage()
}

/** A new project with one task, and an invitation to it. */
async function invite(page: Page, email: string) {
  await signInByApi(page, await registerPerson())
  const created = await callApi<{ item: { id: number } }>(page, 'POST', '/project', { name: 'Office move' })
  const { id } = created.item
  await callApi(page, 'POST', `/project/${id}/board`, { name: 'Plan' })
  await callApi(page, 'POST', '/task', { title: 'Order boxes', projectId: id })
  const { item } = await callApi<{ item: { link: string } }>(page, 'POST', `/project/${id}/invite`, {
    email,
    role: 'member',
  })
  return { link: item.link, projectId: id }
}

async function emailedLink(email: string) {
  const folder = join(process.env.E2E_DATA ?? '', 'mail')
  const find = () =>
    globSync('*.eml', { cwd: folder })
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .filter(text => text.includes(`To: ${email}`))
      .map(text => text.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      .flatMap(text => text.match(/https?:\S+invitation#token=[\w.-]+/) ?? [])[0]
  await waitUntil(() => find() !== undefined)
  return find() as string
}

/** Opens the first task of the board and marks it as complete. */
async function finishTask(page: Page, { complete }: Words) {
  await page.getByRole('link', { name: 'Order boxes', exact: true }).click()
  await page.getByRole('button', { name: complete }).click()
  await expect
    .poll(async () => {
      const { items } = await callApi<{ items: { completedAt: string | null }[] }>(
        page,
        'GET',
        '/task?search=Order',
      )
      return items[0]?.completedAt ?? null
    })
    .not.toBeNull()
}
