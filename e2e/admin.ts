import { expect, type Page } from '@playwright/test'
import { identityUrl, owner } from './atrium.ts'
import { comeInAtIdentity, type Person } from './people.ts'

export async function openAt(page: Page, address: string, person: Person = owner) {
  await comeInAtIdentity(page, person)
  await page.goto(identityUrl + address)
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
}

interface Listed {
  items: { id: number; name: string }[]
}

export async function idOf({ email }: Pick<Person, 'email'>) {
  const { items } = await asOwner<Listed>('GET', `/users?status=all&email=${email}`)
  return items[0]?.id as number
}

export async function giveRole(person: Person, name: string) {
  const { items } = await asOwner<Listed>('GET', '/roles')
  const roleId = items.find(role => role.name === name)?.id
  await asOwner('POST', '/user-roles', { userId: await idOf(person), roleId })
}

/** What the identity service says to this name and password. */
export async function signInStatus(person: Person) {
  return (await logIn(person)).status
}

/** With a session of its own, since those of the pages are renewed all the time. */
export async function asOwner<T>(method: string, path: string, body?: object) {
  const cookies = (await logIn(owner)).headers.getSetCookie()
  const token = cookies.find(cookie => cookie.startsWith('access_token='))?.split(/[=;]/)[1]
  const answer = await fetch(identityUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

function logIn({ email, password }: Person) {
  return fetch(`${identityUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
}
