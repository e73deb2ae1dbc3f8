import { expect, type Page, test } from '@playwright/test'
import en from '../apps/admin/src/locales/en.ts'
import ru from '../apps/admin/src/locales/ru.ts'
import { openAt } from './admin.ts'
import { identityUrl } from './atrium.ts'
import { registerPerson } from './people.ts'
import { findings, overflow, settled, untranslated } from './screen-checks.ts'

const looks = [
  { language: 'en', texts: en, colorScheme: 'light' },
  { language: 'ru', texts: ru, colorScheme: 'dark' },
] as const

for (const { language, texts, colorScheme } of looks) {
  test(`security and sessions in ${language} and ${colorScheme}`, async ({ browser }, testInfo) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    const { security } = texts
    const person = await registerPerson()
    await openAt(page, '/account/security', person)
    await context.addInitScript(
      ([chosen, scheme]) => {
        localStorage.setItem('atrium.language', chosen)
        localStorage.setItem('atrium.color-scheme', scheme)
      },
      [language, colorScheme] as const,
    )
    const look = async (name: string) => {
      await settled(page, name)
      await check(page, name)
      await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
    }

    await page.reload()
    await expect(page.getByRole('region')).toHaveCount(4)
    await look('security')
    await page.getByRole('button', { name: security.password.change }).click()
    await page.getByLabel(security.password.new).fill('12345678')
    await expect(page.getByText(security.password.hints.wellKnown)).toBeVisible()
    await look('new password')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: security.twoFactor.setUp.action, exact: true }).click()
    await page.locator('[name=currentPassword]').fill(person.password)
    await page.getByRole('button', { name: security.twoFactor.setUp.next }).click()
    await expect(page.getByRole('img', { name: security.twoFactor.setUp.picture })).toBeVisible()
    await look('key of the authenticator')
    await page.goto(`${identityUrl}/account/sessions`)
    await expect(page.getByText(texts.sessions.current)).toBeVisible()
    await look('sessions')
    await context.close()
  })
}

async function check(page: Page, name: string) {
  expect.soft(await untranslated(page), `${name}: texts without a translation`).toEqual([])
  expect.soft(await findings(page), `${name}: accessibility`).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.soft
    .poll(() => overflow(page), { message: `${name}: no wider than 320 px`, timeout: 5000 })
    .toBeLessThanOrEqual(0)
}
