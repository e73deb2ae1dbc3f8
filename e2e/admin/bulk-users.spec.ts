import { expect, type Page, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { assignRole, openAt, signInStatus } from '../admin.ts'
import { identityUrl } from '../atrium.ts'
import { type Person, registerPerson, signInAtIdentityByApi } from '../people.ts'
import { accessibilityViolations, collectErrors } from '../screen-checks.ts'

test('several users are changed after one question, and who stays as they are is listed', {
  tag: '@long',
}, async ({ page, browser }) => {
  const surname = `Bulk${crypto.randomUUID().slice(0, 8)}`
  const admin = await registerPerson(identityUrl, { name: 'Ada', surname: 'Admin' })
  const ann = await registerPerson(identityUrl, { name: 'Ann', surname })
  const boss = await registerPerson(identityUrl, { name: 'Bo', surname })
  await assignRole(admin, 'admin')
  await assignRole(boss, 'owner')
  const errors = collectErrors(page)
  await openAt(page, `/admin/users?search=${surname}`, admin)
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('columnheader', { name: 'Two-factor' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected users' })
  await expect(bar).toContainText('2 users selected')
  expect(await accessibilityViolations(page)).toEqual([])

  await bar.getByRole('button', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Ann ${surname}, Bo ${surname}`)
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(dialog.getByText('1 user archived')).toBeVisible()
  const refused = dialog.getByRole('region', { name: '1 user stays as they are' })
  await expect(refused.getByRole('listitem')).toHaveText([`Bo ${surname}`])
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toBeHidden()
  await expect(table.getByRole('row')).toHaveCount(2)
  expect(await signInStatus(ann)).toBeGreaterThanOrEqual(400)
  expect(await signInStatus(boss)).toBe(200)
  expect(errors).toEqual([])

  await assignRoleInRussian(await (await browser.newContext()).newPage(), admin, surname)
})

/** Restores and promotes those in the archive, on a narrow dark screen. */
async function assignRoleInRussian(page: Page, admin: Person, surname: string) {
  const { users } = parts.admin('ru')
  const cookies = { atrium_language: 'ru', atrium_theme: 'dark' }
  const set = Object.entries(cookies).map(([name, value]) => ({ name, value, url: identityUrl }))
  await page.context().addCookies(set)
  await page.setViewportSize({ width: 320, height: 720 })
  await signInAtIdentityByApi(page, admin)
  await page.goto(`${identityUrl}/admin/users?search=${surname}&status=archived&twoFactor=false`)
  await page.getByRole('checkbox', { name: `Выбрать: Ann ${surname}` }).check()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: users.bulk.change }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  expect(await accessibilityViolations(page)).toEqual([])
  await choose(users.bulk.restore.label)
  await page.getByRole('dialog').getByRole('button', { name: users.bulk.restore.confirm }).click()
  await expect(page.getByText('Восстановлен 1 пользователь')).toBeVisible()

  await page.goto(`${identityUrl}/admin/users?search=${surname}`)
  await page.getByRole('checkbox', { name: `Выбрать: Ann ${surname}` }).check()
  await choose(users.bulk.assignRole.label)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: users.bulk.choices.role }).click()
  await page.getByRole('option', { name: 'manager' }).click()
  await dialog.getByRole('button', { name: users.bulk.assignRole.confirm }).click()
  await expect(page.getByText('Роль назначена 1 пользователю')).toBeVisible()
  await page.context().close()
}
