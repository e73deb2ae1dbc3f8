import { expect, test } from '@playwright/test'
import en from '../apps/admin/src/locales/en.ts'
import ru from '../apps/admin/src/locales/ru.ts'
import { openAt } from './admin.ts'
import { identityUrl } from './atrium.ts'
import { collectComplaints, findings, overflow, settled, untranslated } from './screen-checks.ts'

const screens = {
  roles: '/admin/roles',
  'who may do what': '/admin/access',
  'why somebody may': '/admin/access?user=1&method=DELETE&path=/users/1',
  clients: '/admin/clients',
  keys: '/admin/keys',
  cities: '/admin/reference-data',
  'job titles': '/admin/reference-data?tab=posts',
  audit: '/admin/audit',
  mail: '/admin/mail',
}

const looks = [
  { language: 'en', texts: en, colorScheme: 'light' },
  { language: 'ru', texts: ru, colorScheme: 'dark' },
] as const

for (const { language, texts, colorScheme } of looks) {
  test(`the administrator's further screens in ${language} and ${colorScheme}`, async ({
    browser,
  }, testInfo) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await openAt(page, '/admin/mail')
    await context.addInitScript(
      ([chosen, scheme]) => {
        localStorage.setItem('atrium.language', chosen)
        localStorage.setItem('atrium.color-scheme', scheme)
      },
      [language, colorScheme] as const,
    )
    const complaints = collectComplaints(page)
    const look = async (name: string) => {
      if (!(await settled(page, name))) return
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
      expect.soft(await untranslated(page), `${name}: texts without a translation`).toEqual([])
      expect.soft(await findings(page), `${name}: accessibility`).toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      await expect.soft
        .poll(() => overflow(page), { message: `${name}: no wider than 320 px`, timeout: 5000 })
        .toBeLessThanOrEqual(0)
      await testInfo.attach(`${name}, narrow`, { body: await page.screenshot(), contentType: 'image/png' })
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    for (const [name, address] of Object.entries(screens)) {
      await page.goto(identityUrl + address)
      await look(name)
    }
    await page.goto(`${identityUrl}/admin/clients`)
    await page.getByRole('button', { name: texts.clients.create }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('new client')
    expect.soft(complaints, 'the console').toEqual([])
    await context.close()
  })
}
