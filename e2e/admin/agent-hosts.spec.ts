import { expect, test } from '@playwright/test'
import { openAt } from '../admin.ts'
import { owner } from '../atrium.ts'
import { checkScreen } from '../screen-checks.ts'

const names = {
  en: { title: 'Agent hosts', add: 'Add host', host: 'Host', remove: 'Remove' },
  ru: { title: 'Хосты агентов', add: 'Добавить хост', host: 'Хост', remove: 'Удалить' },
}

for (const [language, colorScheme] of [
  ['en', 'light'],
  ['ru', 'dark'],
] as const) {
  test(`an owner decides which agents can connect, in ${language} and ${colorScheme}`, async ({
    browser,
  }, testInfo) => {
    const context = await browser.newContext({ locale: 'en', colorScheme })
    const page = await context.newPage()
    const text = names[language]
    const host = `agents-${language}.example.org`
    await openAt(page, '/admin/agent-hosts', owner)
    await context.addCookies([
      { name: 'atrium_language', value: language, url: page.url() },
      { name: 'atrium_theme', value: colorScheme, url: page.url() },
    ])
    await page.reload()
    await expect(page.getByRole('heading', { name: text.title, level: 1 })).toBeVisible()
    await expect(page.getByText(/Claude.+Claude Code.+2026/)).toBeVisible()
    await checkScreen(page, 'agent hosts', testInfo)

    await page.getByRole('button', { name: text.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text.host).fill('claude.ai')
    await dialog.getByRole('button', { name: text.add }).click()
    await expect(dialog.getByLabel(text.host)).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel(text.host).fill(host)
    await dialog.getByRole('button', { name: text.add }).click()
    await expect(page.getByText(host, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: `${text.remove} ${host}` }).click()
    await dialog.getByRole('button', { name: `${text.remove} ${host}` }).click()
    await expect(page.getByText(host, { exact: true })).toHaveCount(0)
    await context.close()
  })
}
