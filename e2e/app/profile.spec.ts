import { expect, test } from '@playwright/test'
import { owner } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

interface Roles {
  items: { permissions: string[] }[]
}

test('language, theme, time zone and notification settings are kept across devices', {
  tag: '@long',
}, async ({ page, browser }) => {
  const person = await registerPerson()
  await signInByApi(page, person)
  await page.goto('/app/')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await page.getByRole('switch', { name: 'My task overdue' }).click()
  await page.getByRole('radio', { name: /No emails/ }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo')
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('Русский').click()
  await expect(page.getByRole('heading', { name: 'Профиль' })).toBeVisible()
  await expect(page.getByText('Сохранено').first()).toBeVisible()
  await expect
    .poll(async () => (await callApi<{ item: object }>(page, 'GET', '/users/me/settings')).item)
    .toEqual({ timeZone: 'Asia/Tokyo', language: 'ru', theme: 'dark' })

  const otherDevice = await browser.newContext({ serviceWorkers: 'block' })
  for (const device of [page, await otherDevice.newPage()]) {
    if (device !== page) await signInByApi(device, person)
    await device.goto('/app/profile')
    await expect(device.getByRole('heading', { name: 'Профиль' })).toBeVisible()
    await expect(device.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(device.getByRole('combobox', { name: 'Часовой пояс' })).toHaveValue('Asia/Tokyo')
    await expect(device.getByRole('switch', { name: 'Моя задача просрочена' })).not.toBeChecked()
    await expect(device.getByRole('radio', { name: /Не присылать/ })).toBeChecked()
  }
  await otherDevice.close()
})

test('an administrator can create a role, grant it a permission and assign it', { tag: '@long' }, async ({
  page,
}) => {
  const role = `tester-${Date.now()}`
  await signInByApi(page, owner)
  await page.goto('/app/')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Roles in Tasks' }).click()
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('No Capitals')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('must be 3 to 50 characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(role)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: role })).toBeVisible()

  await page.getByRole('link', { name: 'Permissions in Tasks' }).click()
  const tick = page.getByRole('checkbox', { name: `${role}: View feedback statistics` })
  await tick.click()
  await expect
    .poll(async () => (await callApi<Roles>(page, 'GET', `/roles?name=${role}`)).items[0]?.permissions)
    .toEqual(['feedback.stats'])
  await page.reload()
  await expect(tick).toBeChecked()

  await page.getByRole('link', { name: 'Users in Tasks' }).click()
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(owner.email)
  const row = page.getByRole('row').filter({ hasText: owner.email })
  await row.getByRole('button', { name: /Assign a role to / }).click()
  await page.getByRole('menuitem', { name: role }).click()
  await expect(row.getByText(role)).toBeVisible()

  await page.getByRole('link', { name: 'Roles in Tasks' }).click()
  await page.getByRole('button', { name: `Delete ${role}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: role })).toBeHidden()
})

test('other users have no access to administration and can give feedback', async ({ page }) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/administration?tab=sync')
  await expect(page.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()

  await page.getByRole('link', { name: 'Feedback' }).click()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await expect(page.getByText('Select 1 to 5 stars.')).toHaveCount(4)
  for (const aspect of ['Speed', 'Features', 'Design', 'Ease of use']) {
    const marks = page.getByRole('radiogroup', { name: aspect })
    await marks.getByRole('radio', { name: '4 of 5' }).press('Space')
  }
  await page.getByRole('button', { name: 'Submit rating' }).click()
  await expect(page.getByText('Your rating has been saved.')).toBeVisible()

  await page.getByText('Bug', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('The lamp flickers')
  await page.getByRole('textbox', { name: 'Description' }).fill('Every evening')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: 'The lamp flickers' })).toContainText('New')
})
