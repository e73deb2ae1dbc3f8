import { expect, type Page, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { idOf, openAt, signInStatus } from '../admin.ts'
import { identityUrl, owner, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { type Person, registerPerson, signInAtIdentityByApi, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors } from '../screen-checks.ts'

test('someone who leaves is offboarded: what they leave is listed, handed over, and shown afterwards', {
  tag: '@long',
}, async ({ page, browser }) => {
  const leaver = await registerPerson(identityUrl, { name: 'Lea', surname: 'Leaver' })
  const successor = await registerPerson(identityUrl, { name: 'Sue', surname: 'Successor' })
  const someone = await (await browser.newContext()).newPage()
  await signInByApi(someone, successor) // the task service knows those who have signed in there
  await signInByApi(someone, leaver)
  await someone.goto(`${tasksUrl}/app/projects`)
  await callApi(someone, 'POST', '/project', { name: 'Relaunch of the shop', type: 'agency' })

  const errors = collectErrors(page)
  await inRussian(await (await browser.newContext()).newPage(), leaver)
  await openAt(page, `/admin/users/${await idOf(leaver)}`)
  await openDialog(page, 'Offboard…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'What they leave' })).toContainText('Relaunch of the shop')
  await expect(dialog.getByRole('list', { name: 'What ends' })).toContainText('1 session')
  await dialog.getByRole('combobox', { name: 'Who takes over' }).fill(successor.email)
  await page.getByRole('option', { name: `Sue Successor · ${successor.email}` }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Offboard' }).click()
  await expect(dialog.getByText('Sue Successor has taken over the work.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'What was handed over' })).toContainText(
    'Relaunch of the shop',
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await expect(page.getByText('This user is archived and can’t sign in')).toBeVisible()
  await expect(page.getByText('Sue Successor has taken over the work.')).toBeVisible()
  expect(await signInStatus(leaver)).toBeGreaterThanOrEqual(400)
  await someone.context().clearCookies()
  await signInByApi(someone, successor)
  await someone.goto(`${tasksUrl}/app/projects`)
  await expect(someone.getByRole('link', { name: 'Relaunch of the shop' }).first()).toBeVisible()
  expect(errors).toEqual([])
})

async function openDialog(page: Page, item: string) {
  await page.getByRole('button', { name: /Actions|Действия/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens the same dialog in Russian on a narrow dark screen, and cancels it. */
async function inRussian(page: Page, leaver: Person) {
  const { users } = parts.admin('ru')
  const cookies = { atrium_language: 'ru', atrium_theme: 'dark' }
  const set = Object.entries(cookies).map(([name, value]) => ({ name, value, url: identityUrl }))
  await page.context().addCookies(set)
  await page.setViewportSize({ width: 320, height: 720 })
  await signInAtIdentityByApi(page, owner)
  await page.goto(`${identityUrl}/admin/users/${await idOf(leaver)}`)
  await openDialog(page, users.offboarding.open)
  const left = page.getByRole('list', { name: users.offboarding.leaves })
  await expect(left).toContainText('1 собственный проект')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
  await page.context().close()
}
