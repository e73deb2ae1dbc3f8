import { expect, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { openAt } from '../admin.ts'
import { registerConfirmedPerson } from '../people.ts'
import { checkedVariants, checkScreen, openVariant } from '../screen-checks.ts'

const texts = { en: parts.admin('en'), ru: parts.admin('ru') }

for (const variant of checkedVariants) {
  test(
    `security dialogs in ${variant.language} and ${variant.colorScheme}`,
    { tag: '@long' },
    async ({ browser }, testInfo) => {
      const { context, apply } = await openVariant(browser, variant)
      const page = await context.newPage()
      const { security } = texts[variant.language]
      const person = await registerConfirmedPerson()
      await openAt(page, '/account/security', person)
      await apply()
      await page.reload()
      await expect(page.getByRole('region')).toHaveCount(5)
      await page.getByRole('button', { name: security.password.change }).click()
      await page.getByLabel(security.password.new).fill('12345678')
      await expect(
        page.getByText(parts.account(variant.language).passwordStrength.hints.too_easy_to_guess),
      ).toBeVisible()
      await checkScreen(page, 'new password', testInfo)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: security.twoFactor.setUp.action, exact: true }).click()
      await page.locator('[name=currentPassword]').fill(person.password)
      await page.getByRole('button', { name: security.twoFactor.setUp.next }).click()
      await expect(page.getByRole('img', { name: security.twoFactor.setUp.picture })).toBeVisible()
      await checkScreen(page, 'authenticator key', testInfo)
      await page.keyboard.press('Escape')
      const { personalTokens } = texts[variant.language]
      await page.getByRole('button', { name: personalTokens.create.action }).click()
      await expect(page.getByRole('combobox', { name: personalTokens.create.projects })).toBeVisible()
      await checkScreen(page, 'new personal access token', testInfo)
      await page.getByRole('textbox', { name: personalTokens.create.name }).fill('Backup')
      await page.locator('[name=currentPassword]').fill(person.password)
      await page.getByRole('dialog').getByRole('button', { name: personalTokens.create.submit }).click()
      await expect(page.getByLabel(personalTokens.shown.label, { exact: true })).toHaveValue(/^atrium_pat_/)
      await checkScreen(page, 'created personal access token', testInfo)
      await context.close()
    },
  )
}
