import { expect, test } from '@playwright/test'
import { asOwner } from '../admin.ts'
import { identityUrl, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

interface Item<Fields = object> {
  item: { id: number } & Fields
}

test('members mark a robot, and activity names the application behind a change', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const { item: client } = await asOwner<Item<{ clientId: string; clientSecret: string }>>(
    'POST',
    '/oauth/clients',
    {
      name: 'Build server',
      grantTypes: 'client_credentials password',
      scope: 'tasks:read tasks:write',
      resources: [tasksUrl],
    },
  )
  const getToken = async (grant: Record<string, string>) => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const form = { ...grant, client_id, client_secret, resource: tasksUrl }
    return (await (await request.post(`${identityUrl}/token`, { form })).json()).access_token as string
  }
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
  const headers = headersOf(await getToken({ grant_type: 'client_credentials' }))
  expect((await request.get(`${tasksUrl}/users/me`, { headers })).status()).toBe(200)

  const person = await registerPerson()
  await signInByApi(page, person)
  const { item: project } = await callApi<Item>(page, 'POST', '/project', { name: 'Release' })
  const { item: board } = await callApi<Item>(page, 'POST', `/project/${project.id}/board`, { name: 'Work' })
  const { email: username, password } = person
  const token = await getToken({ grant_type: 'password', username, password })
  const data = { title: 'Tag the release', boardId: board.id }
  const created = await request.post(`${tasksUrl}/task`, { headers: headersOf(token), data })
  const { item: task }: Item = await created.json()

  await page.goto(`${tasksUrl}/app/project/${project.id}/members`)
  await page.getByRole('button', { name: 'Add people' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add people' })
  await dialog.getByRole('tab', { name: 'People you work with' }).click()
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Build server')
  const found = page.getByRole('option', { name: 'Build server' })
  await expect(found).toContainText('Robot')
  await found.click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Build server' })).toContainText('Robot')

  await page.goto(`${tasksUrl}/app/board/${board.id}/task/${task.id}`)
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await expect(page.getByRole('option', { name: 'Build server' })).toContainText('Robot')
  await page.goto(`${tasksUrl}/app/project/${project.id}/activity`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Tag the release' })).toContainText(
    'via Build server',
  )
})
