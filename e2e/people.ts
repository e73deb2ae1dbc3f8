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

/** A new user of the identity service, with plainly made-up data. */
export async function registerPerson(atIdentity = identityUrl): Promise<Person> {
  const id = randomUUID()
  const digits = String(Number.parseInt(id.slice(0, 8), 16))
    .padStart(10, '0')
    .slice(-7)
  const person = { email: `${id}@example.org`, password: `pass-${randomUUID()}` }
  const response = await fetch(`${atIdentity}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...person,
      phone: `+1202${digits}`,
      surname: 'Sample',
      name: 'Sam',
      consent: true,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  return person
}

/** One who has opened the link of the confirmation email, as passkeys and two-factor sign-in need it. */
export async function registerConfirmedPerson() {
  const person = await registerPerson()
  await confirmEmail(person)
  return person
}

export async function confirmEmail(person: Person) {
  const folder = join(process.env.E2E_DATA ?? '', 'mail')
  const findToken = () => {
    const emails = globSync('*.eml', { cwd: folder }).map(name => readFileSync(join(folder, name), 'utf8'))
    const links = emails
      .filter(text => text.includes(`To: ${person.email}`))
      .map(text => text.replace(/=\r?\n/g, '').match(/email-verify\?token=(?:3D)?([\w-]+)/))
    return links.find(Boolean)?.[1]
  }
  await waitUntil(() => findToken() !== undefined)
  const response = await fetch(`${identityUrl}/auth/verify-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: findToken() }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Signed in at once, without the way through the pages, which sign-in.spec.ts goes. */
export async function comeIn(page: Page, { email, password }: Person, atTasks = tasksUrl) {
  const data = { login: email, password }
  const answer = await page.request.post(`${atTasks}/user/login`, { data })
  if (!answer.ok()) throw new Error(await answer.text())
  const { token, refresh_token } = await answer.json()
  const cookies = { app_access_token: token, app_refresh_token: refresh_token }
  await page
    .context()
    .addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: atTasks, httpOnly: true })),
    )
  await keepUndoOpen(page)
}

/** Undo is offered for eight seconds: enough for a person, not for a browser on a busy machine. */
function keepUndoOpen(page: Page) {
  return page.addInitScript(() => {
    const { setTimeout } = globalThis
    const minutes = 10 * 60_000
    const patient = (run: () => void, delay?: number) => setTimeout(run, delay === 8000 ? minutes : delay)
    Object.assign(globalThis, { setTimeout: patient })
  })
}

/** The same at the identity service. */
export async function comeInAtIdentity(page: Page, { email, password }: Person) {
  const data = { username: email, password }
  const answer = await page.request.post(`${identityUrl}/auth/login`, { data })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** From the application's door through the identity service and back. */
export async function signIn(page: Page, { email, password }: Person, application = '/app/') {
  await page.goto(application)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await goToIdentity(page)
  await fillSignInForm(page, { email, password })
}

/** After three seconds the page goes on by itself, on a laden machine before we do. */
export async function goToIdentity(page: Page) {
  const link = page.getByRole('link', { name: 'Continue' })
  await link.click({ timeout: 5000 }).catch(() => {})
}

export async function fillSignInForm(page: Page, { email, password }: Person) {
  await page.getByLabel('Email or phone').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** What only those who are signed in see, on every page. */
export function ownWork(page: Page) {
  return page.getByRole('link', { name: 'My work', exact: true })
}
