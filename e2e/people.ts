import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@atrium/testing/wait-until'
import type { Page } from '@playwright/test'
import { identityUrl, tasksUrl } from './atrium.ts'

export interface Person {
  email: string
  password: string
}

/** Registers a user at the identity service. */
export async function registerPerson(
  baseUrl = identityUrl,
  names = { name: 'Sam', surname: 'Sample' },
): Promise<Person> {
  const id = randomUUID()
  const digits = String(Number.parseInt(id.slice(0, 8), 16))
    .padStart(10, '0')
    .slice(-7)
  const person = { email: `${id}@example.org`, password: `pass-${randomUUID().slice(-12)}` }
  const response = await fetch(`${baseUrl}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...person,
      phone: `+1202${digits}`,
      ...names,
      consent: true,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  return person
}

/** Registers a user with a confirmed email address, which passkeys and two-factor sign-in require. */
export async function registerConfirmedPerson() {
  const person = await registerPerson()
  await confirmEmail(person)
  return person
}

export async function confirmEmail(person: Person) {
  const link = new URL(await latestLink(person, 'email-verify'))
  const response = await fetch(`${identityUrl}/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.searchParams.get('token') }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** The link of an email to this person; with `known`, of another email than that link's. */
export async function latestLink({ email }: Person, page: 'email-verify' | 'password-reset', known?: string) {
  const folder = join(process.env.E2E_DATA ?? '', 'mail')
  const findLink = () => {
    const emails = globSync('*.eml', { cwd: folder }).map(name => readFileSync(join(folder, name), 'utf8'))
    const tokens = emails
      .filter(text => text.includes(`To: ${email}`))
      .map(text => text.replace(/=\r?\n/g, '').match(new RegExp(`${page}\\?token=(?:3D)?([\\w-]+)`))?.[1])
    const links = tokens.flatMap(token => (token ? [`${identityUrl}/${page}?token=${token}`] : []))
    return links.find(link => link !== known)
  }
  await waitUntil(() => findLink() !== undefined)
  return findLink() as string
}

/** Signs in by API request. The sign-in pages are tested in sign-in.spec.ts. */
export async function signInByApi(page: Page, { email, password }: Person, baseUrl = tasksUrl) {
  const data = { login: email, password }
  const response = await page.request.post(`${baseUrl}/user/login`, { data })
  if (!response.ok()) throw new Error(await response.text())
  const { token, refresh_token } = await response.json()
  const cookies = { app_access_token: token, app_refresh_token: refresh_token }
  await page
    .context()
    .addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: baseUrl, httpOnly: true })),
    )
  await keepUndoOpen(page)
}

/** Opens editors with the Markdown source instead of the formatted text. */
export function editMarkdown(page: Page) {
  return page.addInitScript(() => localStorage.setItem('atrium.editor', '"markdown"'))
}

/** Undo is offered for eight seconds, which is too short on a busy machine. */
function keepUndoOpen(page: Page) {
  return page.addInitScript(() => {
    const { setTimeout } = globalThis
    const minutes = 10 * 60_000
    const extended = (run: () => void, delay?: number) => setTimeout(run, delay === 8000 ? minutes : delay)
    Object.assign(globalThis, { setTimeout: extended })
  })
}

/** Signs in at the identity service by API request. */
export async function signInAtIdentityByApi(page: Page, { email, password }: Person) {
  const data = { username: email, password }
  const response = await page.request.post(`${identityUrl}/auth/login`, { data })
  if (!response.ok()) throw new Error(await response.text())
}

/** Signs in through the pages of the application and the identity service. */
export async function signIn(page: Page, { email, password }: Person, application = '/app/') {
  await page.goto(application)
  // The application leads to the form, unless this tab was there a few seconds ago.
  const link = page.getByRole('link', { name: 'Sign in' })
  await page.getByLabel('Password').or(link).waitFor()
  if (await link.isVisible()) await link.click()
  await fillSignInForm(page, { email, password })
}

/** The page redirects after three seconds, which can be before the click on a busy machine. */
export async function goToIdentity(page: Page) {
  const link = page.getByRole('link', { name: 'Continue' })
  await link.click({ timeout: 5000 }).catch(() => {})
}

export async function fillSignInForm(page: Page, { email, password }: Person) {
  await page.getByLabel('Email or phone').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A link that signed-in users see on every page. */
export function myWorkLink(page: Page) {
  return page.getByRole('link', { name: 'My work', exact: true })
}
