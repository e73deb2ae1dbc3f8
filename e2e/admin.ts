import { expect, type Page } from '@playwright/test'
import { identityUrl, owner } from './atrium.ts'
import { type Person, signInAtIdentityByApi } from './people.ts'

export async function openAt(page: Page, path: string, person: Person = owner) {
  await signInAtIdentityByApi(page, person)
  await page.goto(identityUrl + path)
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
}

interface Listed {
  items: { id: number; name: string }[]
}

export async function idOf({ email }: Pick<Person, 'email'>) {
  const { items } = await asOwner<Listed>('GET', `/users?status=all&email=${email}`)
  return items[0]?.id as number
}

export async function assignRole(person: Person, name: string) {
  const { items } = await asOwner<Listed>('GET', '/roles')
  const roleId = items.find(role => role.name === name)?.id
  await asOwner('POST', '/user-roles', { userId: await idOf(person), roleId })
}

/** The status of signing in with this email and password. */
export async function signInStatus(person: Person) {
  return (await logIn(person)).status
}

/** Uses a separate session, because those of the pages are renewed all the time. */
export async function asOwner<T>(method: string, path: string, body?: object) {
  const cookies = (await logIn(owner)).headers.getSetCookie()
  const token = cookies.find(cookie => cookie.startsWith('access_token='))?.split(/[=;]/)[1]
  const response = await fetch(identityUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}

function logIn({ email, password }: Person) {
  return fetch(`${identityUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
}
