import { expect, test } from '@playwright/test'
import { myWorkLink, registerPerson, signInByApi } from '../people.ts'

test.use({ viewport: { width: 390, height: 740 } })

test('on a phone the navigation and the account menu close when a page opens', { tag: '@long' }, async ({
  page,
}) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(myWorkLink(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(myWorkLink(page)).toBeHidden()

  await page.getByRole('button', { name: 'Account: Sam Sample' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
})
