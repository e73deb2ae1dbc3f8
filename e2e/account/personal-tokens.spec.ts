import { expect, test } from '@playwright/test'
import { openAt } from '../admin.ts'
import { tasksUrl } from '../atrium.ts'
import { registerConfirmedPerson } from '../people.ts'
import { checkScreen, collectErrors } from '../screen-checks.ts'

test(
  'a personal access token is created, shown once, used by a program and revoked',
  { tag: '@long' },
  async ({ page, context, request }, testInfo) => {
    const errors = collectErrors(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const person = await registerConfirmedPerson()
    await openAt(page, '/account/security', person)
    const card = page.getByRole('region', { name: 'Personal access tokens' })
    const dialog = page.getByRole('dialog')
    await expect(card).toContainText('No tokens yet.')
    await card.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Backup script')
    await dialog.getByLabel('Change tasks, comments, time and files').check()
    await dialog.getByRole('combobox', { name: 'Projects' }).click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Tab')
    await checkScreen(page, 'new personal access token', testInfo)
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await expect(dialog.getByLabel('Current password')).toHaveAttribute('data-invalid', 'true')
    errors.length = 0 // the browser logs the refusal
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByRole('button', { name: 'Create token' }).click()

    await expect(page.getByRole('dialog', { name: 'Token Backup script' })).toBeVisible()
    await checkScreen(page, 'created personal access token', testInfo)
    await dialog.getByRole('button', { name: 'Copy token' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const token = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(token).toMatch(/^atrium_pat_[0-9A-Za-z]{46}$/)
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
    await expect(card.getByRole('listitem')).toContainText(/Backup script.*Read, Change · Only .*never used/)
    expect(await page.content()).not.toContain(token)

    const call = () => request.get(`${tasksUrl}/project`, { headers: { authorization: `Bearer ${token}` } })
    const response = await call()
    expect(response.status()).toBe(200)
    expect((await response.json()).items).toHaveLength(1)
    await page.reload()
    await expect(card.getByRole('listitem')).toContainText('last used')

    await card.getByRole('button', { name: 'Revoke Backup script' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(card).toContainText('No tokens yet.')
    await expect
      .poll(async () =>
        (
          await request.post(`${tasksUrl}/notification/read-all`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status(),
      )
      .toBe(401)
    expect(errors).toEqual([])
  },
)
