import { expect, type Page, test } from '@playwright/test'
import { personalBoard } from '../boards.ts'
import { goToIdentity, myWorkLink, registerPerson, signIn, signInByApi } from '../people.ts'

const ACCESS_TOKEN_LIFE_MS = 20_500

function statusesOf(page: Page, path: string, times: number) {
  return page.evaluate(
    ([url, count]) => Promise.all(Array.from({ length: count }, async () => (await fetch(url)).status)),
    [path, times] as const,
  )
}

test('the back button works after signing in, and a second visit needs no prompt', async ({
  page,
  context,
}) => {
  await signIn(page, await registerPerson())
  await expect(myWorkLink(page)).toBeVisible()
  await page.goBack()
  await page.goto('/app/')
  await expect(myWorkLink(page)).toBeVisible()
  await context.clearCookies({ name: /^app_/ })
  await page.goto('/auth/login')
  await goToIdentity(page)
  await expect(myWorkLink(page)).toBeVisible()
})

test('an expired access token is renewed for six concurrent requests', async ({ page }) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(myWorkLink(page)).toBeVisible()
  await page.waitForTimeout(ACCESS_TOKEN_LIFE_MS)
  expect(await statusesOf(page, '/project', 6)).toEqual([200, 200, 200, 200, 200, 200])
})

test('two tabs share a session across token renewals, and signing out in one ends the other', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(myWorkLink(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/app/')
  await expect(myWorkLink(other)).toBeVisible()
  for (let lifetime = 0; lifetime < 2; lifetime += 1) {
    await page.waitForTimeout(ACCESS_TOKEN_LIFE_MS)
    const statuses = await Promise.all([statusesOf(page, '/project', 4), statusesOf(other, '/project', 4)])
    expect(statuses.flat()).toEqual(Array(8).fill(200))
  }
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await statusesOf(other, '/project', 1)).toEqual([401])
  await other.reload()
  await expect(other.getByLabel('Password')).toBeVisible()
})

test('after signing out, no tab sends requests that are refused but one that asks who is signed in', async ({
  page,
  context,
}) => {
  const { board } = await personalBoard(page)
  const other = await context.newPage()
  const refused: string[] = []
  for (const tab of [page, other]) {
    tab.on('response', answer => answer.status() === 401 && refused.push(new URL(answer.url()).pathname))
    const isLive = tab.waitForResponse(/\/project\/\d+$|\/board\/\d+/)
    await tab.goto(`/app/board/${board.id}`)
    await isLive
    await expect(myWorkLink(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(refused.filter(path => !/^\/users\/me|^\/start/.test(path))).toEqual([])
})

test('a sign-in started in another browser is explained, with the request id', async ({ page }) => {
  await page.goto('/auth/callback?code=stolen&state=stolen')
  await expect(page.getByRole('heading')).toContainText('was started in another browser')
  await expect(page.getByText(/^Request ID /)).toBeVisible()
})

test('a refusal by the identity service returns to the application', async ({ page }) => {
  const authorizeRequest = page.waitForRequest(
    request => new URL(request.url()).pathname === '/auth/authorize',
  )
  await page.goto('/auth/login')
  await goToIdentity(page)
  const state = new URL((await authorizeRequest).url()).searchParams.get('state')
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto(`/auth/callback?error=access_denied&state=${state}`)
  await expect(page).toHaveURL(/error=access_denied/)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})
