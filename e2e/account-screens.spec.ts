import { expect, type Page, test } from '@playwright/test'
import { openAt } from './admin.ts'
import { identityUrl } from './atrium.ts'
import { ask } from './boards.ts'
import { registerPerson } from './people.ts'
import { collectComplaints, findings, overflow, settled, untranslated } from './screen-checks.ts'

const looks = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const

for (const { language, colorScheme } of looks) {
  test(`the account pages in ${language} and ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await openAt(page, '/account', await registerPerson())
    await makeRecords(page)
    await page.evaluate(`localStorage.setItem('atrium.language', '${language}')`)
    const complaints = collectComplaints(page)
    for (const address of ['/account', '/account/contacts', '/account/data']) {
      await page.goto(identityUrl + address)
      await settled(page, address)
      await expect.soft(page.locator('html')).toHaveAttribute('lang', language)
      expect.soft(await untranslated(page), `${address}: texts without a translation`).toEqual([])
      expect.soft(await findings(page), `${address}: accessibility`).toEqual([])
      await page.setViewportSize({ width: 320, height: 720 })
      await expect.soft.poll(() => overflow(page), `${address}: no wider than 320 px`).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    expect(complaints).toEqual([])
    await context.close()
  })
}

async function makeRecords(page: Page) {
  // The pages renew a session that has ended; a request beside them does not.
  await ask(page, 'POST', '/auth/refresh')
  const website = `https://example.org/${'a-long-address'.repeat(8)}`
  await ask(page, 'POST', '/user-contacts', { type: 'website', value: website, isPrimary: true })
  await ask(page, 'POST', '/user-educations', { institution: 'School of Sails', startedOn: '2015-09-01' })
}
