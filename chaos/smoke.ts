import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { callAs, type Person, type Setting, signIn, tokenRequest } from './people.ts'

const ARRIVAL_MS = 60_000

/** One walk through what everybody does every day; fails at the first answer that is wrong. */
export async function runSmokeTest(cluster: Cluster, setting: Setting) {
  const author = await signedIn(cluster, setting.reader)
  const assignee = await signedIn(cluster, setting.writer)
  const { item: board } = await assignee('POST', `/project/${setting.projectId}/board`, { name: 'Smoke' })
  const { items: columns } = await author('GET', `/board/${board.id}/column`)
  const [first, second] = columns as { id: number }[]

  const task = { title: `Smoke ${randomUUID()}`, columnId: first?.id, assigneeId: setting.writer.id }
  const { id } = (await author('POST', '/task', task)).item
  await author('PUT', `/task/${id}`, { description: 'Where there is smoke' })
  const { item: moved } = await author('POST', `/task/${id}/move-to-column`, { columnId: second?.id })
  assert.equal(moved.columnId, second?.id)
  await author('POST', `/task/${id}/comment`, { text: 'There is no fire' })
  const { items: comments } = await assignee('GET', `/task/${id}/comment`)
  assert.equal(comments[0].text, 'There is no fire')
  assert.ok(JSON.stringify(await assignee('GET', `/board/${board.id}/full`)).includes(task.title))
  await untilNotified(assignee, id, ['task.assigned', 'comment.created'])
  await author('DELETE', `/task/${id}`)
  await author('POST', `/task/${id}/restore`)
  await refreshTwice(cluster, setting)
}

async function signedIn(cluster: Cluster, { email }: Person) {
  return callAs(cluster, { accessToken: await signIn(cluster, email) })
}

async function untilNotified(call: ReturnType<typeof callAs>, taskId: number, expected: string[]) {
  for (const deadline = Date.now() + ARRIVAL_MS; ; await sleep(100)) {
    const { items } = await call('GET', '/notification?limit=100')
    const types = items.flatMap((each: { type: string; context: { taskId?: number } }) =>
      each.context.taskId === taskId ? each.type : [],
    )
    if (expected.every(type => types.includes(type))) return
    assert.ok(Date.now() < deadline, `Notifications about task ${taskId}: ${types}`)
  }
}

/** The second time with the token that the first answer brought, perhaps from the other instance. */
async function refreshTwice({ urls }: Cluster, setting: Setting) {
  for (const _ of [1, 2]) {
    const grant = { grant_type: 'refresh_token', refresh_token: setting.reader.refreshToken }
    const response = await fetch(`${urls.identity}/token`, tokenRequest(setting.client, grant))
    assert.equal(response.status, 200, await response.clone().text())
    const tokens = (await response.json()) as { refresh_token: string }
    setting.reader.refreshToken = tokens.refresh_token
  }
}
