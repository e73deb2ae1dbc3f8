import { expect, test } from '@playwright/test'
import { comeIn, ownWork, registerPerson } from './people.ts'

test.use({ viewport: { width: 390, height: 740 } })

test('on a phone the navigation and the menu of the account give way to the page that they lead to', async ({
  page,
}) => {
  await comeIn(page, await registerPerson())
  await page.goto('/app/')
  await expect(ownWork(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show or hide navigation' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(ownWork(page)).toBeHidden()

  await page.getByRole('button', { name: 'Account: Sam Sample' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
})
