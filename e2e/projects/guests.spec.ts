import { expect, test } from '@playwright/test'
import { callApi, personalBoard } from '../boards.ts'
import { registerConfirmedPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

test('a manager invites a guest, who sees only that project and is marked among its members', async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page)
  await personalBoard(page)
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: 'For customers',
  })
  const person = await registerConfirmedPerson()
  await page.goto(`/app/project/${item.id}/members`)
  await page.getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill(person.email)
  const role = dialog.getByLabel('Role')
  await role.selectOption('Manager')
  await dialog.getByRole('checkbox', { name: 'Invite as guest' }).check()
  await expect(role).toHaveValue('member')
  await expect(role.getByRole('option')).toHaveText(['Viewer', 'Member'])
  expect(await accessibilityViolations(page)).toEqual([])
  const answer = page.waitForResponse(response => response.url().endsWith('/invite'))
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const invited = (await (await answer).json()) as { item: { token: string } }

  const context = await browser.newContext({
    locale: 'ru-RU',
    colorScheme: 'dark',
    serviceWorkers: 'block',
    viewport: { width: 320, height: 800 },
  })
  const guest = await context.newPage()
  await signInByApi(guest, person)
  await callApi(guest, 'POST', '/invitation/accept', { token: invited.item.token })
  const { items } = await callApi<{ items: { name: string; type: string }[] }>(guest, 'GET', '/project')
  expect(items.filter(({ type }) => type === 'agency').map(({ name }) => name)).toEqual(['For customers'])
  await guest.goto(`/app/project/${item.id}/members`)
  await expect(guest.getByText('Гость', { exact: true })).toBeVisible()
  await expect.poll(() => overflow(guest)).toBeLessThanOrEqual(0)
  await context.close()

  await page.goto(`/app/project/${item.id}/members`)
  await expect(page.getByText('Guest', { exact: true })).toBeVisible()
  await expect(page.getByLabel(/’s role$/).getByRole('option')).toHaveText(['Viewer', 'Member'])
  expect(errors).toEqual([])
})
