import { expect, type Page, test } from '@playwright/test'
import { registerPerson, signInByApi } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

test('the application can be installed, caches no API responses, and opens offline', async ({
  page,
  context,
}) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await expectInstallable(page)
  await waitForServiceWorker(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  const paths = await page.evaluate<string[]>(`(async () => {
    const [name, ...others] = await caches.keys()
    const requests = await (await caches.open(name)).keys()
    return [...others, ...requests.map(({ url }) => new URL(url).pathname)]
  })()`)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter(path => !path.startsWith('/app/'))).toEqual([])

  await context.setOffline(true)
  await page.goto('/app/projects')
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Atrium/ })).toBeVisible()
  await page.waitForTimeout(2500) // longer than requests are repeated
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
})

async function expectInstallable(page: Page) {
  const url = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(url ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/app/', scope: '/app/', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toContain(type)
  }
}

/** Waits until the service worker is active and controls the page. */
function waitForServiceWorker(page: Page) {
  return expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
}
