import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { idOf, openAt } from '../admin.ts'
import { identityUrl, owner, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { type Person, registerPerson, signInByApi } from '../people.ts'

test('a group is created, gives its members a role and a project, and takes both back', async ({
  page,
  browser,
}) => {
  const person = await registerPerson()
  const context = await browser.newContext()
  await signInByApi(await context.newPage(), person) // the task service knows those who have signed in there
  await context.close()
  const name = `Design ${randomUUID().slice(0, 8)}`
  await openAt(page, '/admin/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'New group' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const members = page.getByRole('region', { name: 'Members' })
  await addMember(page, person)
  await expect(members.getByRole('listitem')).toContainText(person.email)
  await page.getByRole('combobox', { name: 'Add role' }).click()
  await page.getByRole('option', { name: 'manager' }).click()
  await expect(page.getByRole('region', { name: 'Roles' }).getByRole('listitem')).toHaveText('manager')

  await page.goto(`${identityUrl}/admin/users/${await idOf(person)}?tab=roles`)
  await expect(page.getByRole('list', { name: 'Roles' })).toContainText(`Through the group ${name}`)
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText(name)

  await signInByApi(page, owner)
  await page.goto(`${tasksUrl}/app/projects`)
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: 'Relaunch',
    type: 'agency',
  })
  await page.goto(`${tasksUrl}/app/project/${item.id}/members`)
  const teams = page.getByRole('region', { name: 'Teams' })
  await teams.getByRole('button', { name: 'Add team' }).click()
  await page.getByRole('combobox', { name: 'Group' }).fill(name)
  await page.getByRole('option', { name: `${name} · 1 member` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add team' }).click()
  const member = page.getByRole('listitem').filter({ hasText: person.email })
  await expect(member).toContainText(`Through the team “${name}”`)
  await expect(member.getByRole('combobox')).toHaveValue('member')
  await teams.getByRole('combobox', { name: `Role of the team ${name}` }).selectOption('Manager')
  await expect(member.getByRole('combobox')).toHaveValue('manager')
  await teams.getByRole('button', { name: `Remove the team ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove team' }).click()
  await expect(member).toHaveCount(0)

  await page.goto(`${identityUrl}/admin/users/${await idOf(person)}?tab=roles`)
  await page.getByRole('button', { name: `Remove from ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('region', { name: 'Groups' })).toContainText('Not in any group.')
  await expect(page.getByRole('list', { name: 'Roles' })).not.toContainText('Through the group')
})

async function addMember(page: Page, { email }: Person) {
  await page.getByRole('combobox', { name: 'Add person' }).fill(email)
  await page.getByRole('option', { name: email }).click()
}
