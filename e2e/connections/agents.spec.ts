import { expect, type Page, test } from '@playwright/test'
import { identityUrl, tasksUrl } from '../atrium.ts'
import { callApi, personalBoard } from '../boards.ts'
import { confirmEmail, type Person, signInAtIdentityByApi } from '../people.ts'
import { accessibilityViolations, checkInRussian, collectErrors } from '../screen-checks.ts'

test('someone lets an agent propose, accepts one change, rejects another, undoes and stops it', async ({
  page,
}) => {
  const errors = collectErrors(page)
  const { person, board } = await personalBoard(page)
  const columnId = board.columns[0]?.id
  const call = agentOf(await personalToken(page, person))
  const { task } = await call('create_task', { columnId, title: 'Draft the plan' })
  const addField = async (field: object) =>
    (
      await callApi<{ item: { id: number; options: { id: number }[] } }>(
        page,
        'POST',
        `/project/${board.projectId}/field`,
        field,
      )
    ).item
  const stage = await addField({
    name: 'Stage',
    type: 'multi_select',
    options: [{ name: 'Draft' }, { name: 'Sent' }],
  })
  const budget = await addField({ name: 'Budget', type: 'number' })
  const fields = { [stage.id]: stage.options.map(({ id }) => id), [budget.id]: 1250.5 }

  await page.goto(`${tasksUrl}/app/agents`)
  const agent = page.getByRole('article', { name: 'Claude Code' })
  await expect(agent.getByText('1 change today')).toBeVisible()
  await agent.getByRole('switch', { name: 'Only propose changes' }).click({ force: true })
  await expect(agent.getByRole('switch')).toBeChecked()
  await expect
    .poll(async () => (await callApi<{ items: { mode: string }[] }>(page, 'GET', '/agent')).items[0]?.mode)
    .toBe('proposes')
  await call('update_tasks', { ids: [task.id], change: { title: 'Plan the launch', fields } })
  await call('comment_on_task', { taskId: task.id, text: 'Shall I?' })
  await call('log_time', { taskId: task.id, startedAt: '2026-03-02T09:00:00Z', duration: 4500 })

  await checkInRussian(page, async () => {
    const waiting = page.getByRole('region', { name: 'Предложения' })
    await expect(waiting.getByText(/^Задача: .*Draft the plan$/)).toHaveCount(2)
    await expect(waiting.getByText('Длительность: 1 ч 15 мин')).toBeVisible()
    await expect(waiting.getByText(/^Budget: 1\s250,5$/)).toBeVisible()
    await waiting
      .getByRole('article', { name: 'Учесть время' })
      .getByRole('button', { name: 'Отклонить' })
      .click()
    await expect(waiting.getByText('Длительность')).toBeHidden()
    await page.getByRole('button', { name: 'Отменить изменения: Claude Code' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  const proposals = page.getByRole('region', { name: 'Proposals' })
  const change = proposals.getByRole('article', { name: 'Change “Draft the plan”' })
  await expect(change.getByText('Plan the launch')).toBeVisible()
  await expect(change.getByText('Stage: Draft, Sent')).toBeVisible()
  await expect(change.getByText('Budget: 1,250.5')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await proposals
    .getByRole('article', { name: 'Add a comment' })
    .getByRole('button', { name: 'Reject' })
    .click()
  await change.getByRole('button', { name: 'Accept' }).click()
  await expect(proposals).toBeHidden()
  const { item } = await callApi<{ item: { title: string; commentCount: number } }>(
    page,
    'GET',
    `/task/${task.id}`,
  )
  expect([item.title, item.commentCount]).toEqual(['Plan the launch', 0])

  await agent.getByRole('button', { name: 'Undo changes of Claude Code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo changes' }).click()
  await expect(page.getByText('1 change undone')).toBeVisible()

  await agent.getByRole('button', { name: 'Stop Claude Code' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop agent' }).click()
  await expect(agent).toBeHidden()
  await expect(page.getByText('No agents yet')).toBeVisible()
  await expect(call('list_projects', {})).rejects.toThrow('401')
  expect(errors).toEqual([])
})

async function personalToken(page: Page, person: Person) {
  await confirmEmail(person)
  await signInAtIdentityByApi(page, person)
  const me = await callApi<{ item: { passportId: number } }>(page, 'GET', '/users/me')
  const data = {
    currentPassword: person.password,
    name: 'Claude Code',
    scopes: ['tasks:read', 'tasks:write'],
  }
  const url = `${identityUrl}/users/${me.item.passportId}/personal-tokens`
  const response = await page.request.post(url, { data, headers: { origin: identityUrl } })
  if (!response.ok()) throw new Error(await response.text())
  return (await response.json()).item.token as string
}

/** Calls tools as an agent does. */
function agentOf(token: string) {
  return async (name: string, input: object) => {
    const response = await fetch(`${tasksUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: input },
      }),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const { result } = (await response.json()) as { result: { structuredContent: { task: { id: number } } } }
    return result.structuredContent
  }
}
