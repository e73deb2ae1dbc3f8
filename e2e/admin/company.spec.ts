import { expect, test } from '@playwright/test'
import { idOf, openAt } from '../admin.ts'
import { identityUrl, owner, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

test('erasing a person needs their address, and the audit log and the health page show what is kept', async ({
  page,
  browser,
}) => {
  const person = await registerPerson()
  const context = await browser.newContext()
  await signInByApi(await context.newPage(), person) // the task service knows those who have signed in there
  await context.close()
  const id = await idOf(person)
  await openAt(page, `/admin/users/${id}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  const dialog = page.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Erase personal data' })
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill('someone@example.org')
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill(person.email)
  await erase.click()
  await expect(page.getByText('The personal data of this user has been erased')).toBeVisible()

  await page.goto(`${identityUrl}/admin/audit?action=user.erased`)
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByRole('row', { name: /Erased personal data/ }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Log' }).selectOption('Task service')
  await expect(page).toHaveURL(/service=tasks/)
  // The task service hears of it a moment later.
  await expect(async () => {
    await page.reload()
    const erased = table.getByRole('row', { name: /Erased personal data/ }).first()
    await expect(erased).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 90_000 })

  await page.goto(`${identityUrl}/admin/health`)
  await expect(page.getByRole('table').filter({ hasText: '180 days' })).toBeVisible()
})

test('an administrator puts a project on legal hold and limits its files', async ({ page }) => {
  await signInByApi(page, owner)
  const created = await callApi<{ item: { id: number } }>(page, 'POST', '/project', { name: 'Case 17' })
  await page.goto(`${tasksUrl}/app/project/${created.item.id}/settings`)
  const hold = page.getByRole('region', { name: 'Legal hold' })
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Audit of 2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
  await expect(hold).toContainText('Audit of 2026')
  await hold.getByRole('button', { name: 'Release hold' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release hold' }).click()
  await expect(hold).not.toContainText('Audit of 2026')

  const files = page.getByRole('region', { name: 'Space for files' })
  await expect(files).toContainText('without a limit')
  await files.getByRole('textbox', { name: 'Limit in MB' }).fill('25')
  await files.getByRole('button', { name: 'Change limit' }).click()
  await expect(files).toContainText('0 bytes of 25 MB used')
})
