import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { TaskLink } from '#git/repository.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'
import { gitlabPush, mergeRequest, pullRequest, push } from './payloads.ts'

const services = await sharedServices()
const { app, deps } = services
const { manager, member, viewer, stranger, project, toDo, inProgress, done } = await createTeam(services)
const url = `/project/${project.id}/repository`
const { key } = (await member.call('GET', `/project/${project.id}`)).json().item as { key: string }
const { id: repositoryId, address, secret } = (await manager.call('POST', url, { name: 'shop' })).json().item

let tasks = 0
async function createTask() {
  tasks += 1
  const { item } = (await member.call('POST', '/task', { title: `Task ${tasks}`, columnId: toDo })).json()
  return { id: item.id as number, key: `${key}-${item.number}` }
}

const hmac = (body: string) => createHmac('sha256', secret).update(body).digest('hex')
const signed = (body: string) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}` })

let deliveries = 0
async function deliver(event: string, payload: object, options: { delivery?: string; status?: number } = {}) {
  deliveries += 1
  const body = JSON.stringify(payload)
  const { delivery = `delivery-${deliveries}`, status = 200 } = options
  const headers = { ...signed(body), 'x-github-event': event, 'x-github-delivery': delivery }
  const response = await send(body, headers)
  assert.equal(response.statusCode, status, response.body)
}

function send(payload: string, headers: Record<string, string>, id = repositoryId) {
  const type = { 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: `/hooks/git/${id}`, payload, headers: { ...type, ...headers } })
}

async function linksOf({ id }: { id: number }): Promise<TaskLink[]> {
  return (await viewer.call('GET', `/task/${id}/link`)).json().items
}

async function isCompleted({ id }: { id: number }) {
  return Boolean((await member.call('GET', `/task/${id}`)).json().item.completedAt)
}

test('a repository has an address and a secret that is shown once', async () => {
  assert.equal(address, `${deps.settings.TASKS_URL}/hooks/git/${repositoryId}`)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { items } = (await manager.call('GET', url)).json()
  assert.deepEqual(Object.keys(items[0]).sort(), [
    'address',
    'createdAt',
    'id',
    'lastDeliveryAt',
    'name',
    'projectId',
  ])
  const stored = await deps.db.selectFrom('repositories').select('secret').executeTakeFirstOrThrow()
  assert.ok(!stored.secret.includes(secret))
  const again = await manager.call('POST', url, { name: 'shop' })
  assert.equal(again.json().error.details.reason, 'repository_name_taken')
  const entries = await deps.db
    .selectFrom('auditEntries')
    .where('action', '=', 'repository.created')
    .selectAll()
    .execute()
  assert.ok(entries.length > 0 && !JSON.stringify(entries).includes(secret))
})

test('only what is signed with the secret is read', async () => {
  const task = await createTask()
  const body = JSON.stringify(pullRequest({ title: `${task.key} Cart` }))
  const event = { 'x-github-event': 'pull_request' }
  const wrong = `sha256=${createHmac('sha256', 'another secret').update(body).digest('hex')}`
  const timestamp = String(Math.floor(deps.now().getTime() / 1000))
  const old = String(Number(timestamp) - 600)
  const standard = (at: string) => {
    const content = `msg_1.${at}.${body}`
    const digest = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(content)
    const signature = `v1,${digest.digest('base64')}`
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': signature }
  }
  const refused: Record<string, string>[] = [
    {},
    { 'x-hub-signature-256': wrong },
    { 'x-hub-signature-256': '' },
    { 'x-gitea-signature': hmac(`${body} `) },
    { 'x-gitlab-token': 'guessed' },
    { ...signed(body), 'x-gitea-signature': '00' },
    standard(old),
    { ...standard(timestamp), 'webhook-signature': 'v1,AAAA' },
  ]
  for (const headers of refused) {
    const response = await send(body, { ...event, ...headers })
    assert.equal(response.statusCode, 403, JSON.stringify(headers))
    assert.equal(response.json().error.details.reason, 'git_signature_invalid')
  }
  assert.deepEqual(await linksOf(task), [])
  assert.equal((await send(body, { ...event, ...standard(timestamp) })).statusCode, 200)
  assert.equal((await linksOf(task)).length, 1)
  assert.equal((await send(body, { ...event, ...signed(body) }, 999_999)).statusCode, 404)
  const big = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })
  assert.equal((await send(big, { ...event, ...signed(big) })).statusCode, 200)
  const large = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })
  assert.equal((await send(large, { ...event, ...signed(large) })).statusCode, 413)
})

test('a pull request is linked by its branch, title or description, and shows its state', async () => {
  const [byBranch, byTitle, byText, unnamed] = [
    await createTask(),
    await createTask(),
    await createTask(),
    await createTask(),
  ]
  const request = {
    number: 20,
    branch: `feature/${byBranch.key.toLowerCase()}-cart`,
    title: `[${byTitle.key}] Cart; not ${unnamed.key.toLowerCase()} or X${unnamed.key} or ${unnamed.key}0`,
    body: `See ${byText.key}.`,
  }
  await deliver('pull_request', pullRequest({ ...request, draft: true }))
  for (const task of [byBranch, byTitle, byText]) {
    const [link] = await linksOf(task)
    assert.equal(link?.kind, 'pull_request')
    assert.equal(link.state, 'draft')
    assert.equal(link.branch, request.branch)
    assert.equal(link.reference, '20')
    assert.equal(link.repository, 'shop')
    assert.equal(link.url, 'https://git.example.org/acme/shop/pull/20')
  }
  assert.deepEqual(await linksOf(unnamed), [])
  await deliver('pull_request', pullRequest({ ...request, action: 'ready_for_review' }))
  assert.equal((await linksOf(byTitle))[0]?.state, 'open')
  const closing = { ...request, title: 'Without a key', action: 'closed', state: 'closed' as const }
  await deliver('pull_request', pullRequest(closing))
  const [closed] = await linksOf(byTitle)
  assert.deepEqual([closed?.state, closed?.title], ['closed', 'Without a key'])
  await deliver('pull_request', pullRequest({ ...closing, merged: true }))
  await deliver('pull_request', pullRequest({ ...request, title: closing.title }))
  assert.equal((await linksOf(byTitle))[0]?.state, 'merged')
  const { item } = (await member.call('GET', `/task/${byTitle.id}`)).json()
  assert.deepEqual([item.linkCount, item.pullRequestState], [1, 'merged'])
  const { items } = (await member.call('GET', `/task/${byTitle.id}/activity?limit=50`)).json()
  const recorded = items.filter(({ type }: { type: string }) => type.startsWith('link.'))
  assert.deepEqual(
    recorded.map(({ after }: { after: { state: string } }) => after.state),
    ['merged', 'closed', 'open', 'draft'],
  )
  assert.equal(recorded[0].actor.name, 'shop')
})

test('the number of a pull request can stand in it alone, but a review says nothing about its state', async () => {
  const task = await createTask()
  const { number, ...payload } = pullRequest({ number: 31, title: task.key, state: 'closed', merged: true })
  const { merged, ...abridged } = payload.pull_request
  assert.equal(merged, true)
  await deliver('pull_request_review', { ...payload, action: 'submitted', pull_request: abridged })
  assert.deepEqual(await linksOf(task), [])
  await deliver('pull_request', payload)
  const [link] = await linksOf(task)
  assert.deepEqual([link?.reference, link?.state], [String(number), 'merged'])
})

test('what closes a task completes it when it reaches the default branch', async () => {
  const [one, two, three] = [await createTask(), await createTask(), await createTask()]
  const request = { number: 30, body: `Fixes ${one.key}, ${two.key}\nRelates to ${three.key}` }
  await deliver('pull_request', pullRequest(request))
  assert.equal(await isCompleted(one), false)
  const merged = { ...request, action: 'closed', state: 'closed' as const, merged: true }
  await deliver('pull_request', pullRequest({ ...merged, number: 31, base: 'next' }))
  assert.equal(await isCompleted(one), false)
  await deliver('pull_request', pullRequest(merged))
  assert.deepEqual(await Promise.all([one, two, three].map(isCompleted)), [true, true, false])
  const { item } = (await member.call('GET', `/task/${one.id}`)).json()
  assert.equal(item.columnId, done)
  const { items } = (await member.call('GET', `/task/${one.id}/activity`)).json()
  const move = items.find(({ type }: { type: string }) => type === 'task.moved')
  assert.equal(move.actor.name, 'shop')
  // Someone opens it again: another event of the same pull request does not complete it.
  await member.call('POST', `/task/${one.id}/move-to-column`, { columnId: inProgress })
  await deliver('pull_request', pullRequest({ ...merged, action: 'labeled' }))
  assert.equal(await isCompleted(one), false)
})

test('commits are linked, and complete tasks in the default branch only', async () => {
  const [task, other] = [await createTask(), await createTask()]
  const commit = { id: 'a'.repeat(40), message: `Repair the cart\n\ncloses ${task.key}` }
  await deliver('push', push(`${other.key.toLowerCase()}-cart`, [commit]))
  assert.deepEqual(await Promise.all([task, other].map(isCompleted)), [false, false])
  const [link] = await linksOf(task)
  assert.deepEqual([link?.kind, link?.title, link?.state], ['commit', 'Repair the cart', 'open'])
  assert.equal((await linksOf(other)).length, 1)
  await deliver('push', push('main', [{ ...commit, distinct: false }]))
  assert.deepEqual(await Promise.all([task, other].map(isCompleted)), [true, false])
  const links = await linksOf(task)
  assert.deepEqual([links.length, links[0]?.state], [1, 'merged'])
  const { item } = (await member.call('GET', `/task/${task.id}`)).json()
  assert.deepEqual([item.linkCount, item.pullRequestState], [1, null])
})

test('a full column for completed tasks keeps a task open', async () => {
  const task = await createTask()
  const limit = async (wipLimit: number | null) => {
    const response = await manager.call('PUT', `/board/column/${done}`, { wipLimit })
    assert.equal(response.statusCode, 200, response.body)
  }
  await limit(1)
  await deliver('push', push('main', [{ id: 'b'.repeat(40), message: `fix ${task.key}` }]))
  await limit(null)
  assert.equal(await isCompleted(task), false)
  assert.equal((await linksOf(task))[0]?.state, 'merged')
})

test('GitLab, Gitea and Forgejo are understood', async () => {
  const task = await createTask()
  const receive = async (body: string, headers: Record<string, string>) => {
    const response = await send(body, headers)
    assert.deepEqual([response.statusCode, response.json()], [200, { message: 'Event received' }])
  }
  const gitlab = (event: string, payload: object, id: string) =>
    receive(JSON.stringify(payload), {
      'x-gitlab-event': event,
      'x-gitlab-token': secret,
      'idempotency-key': id,
    })
  const title = `Tidy up (${task.key})`
  await gitlab('Merge Request Hook', mergeRequest({ title, state: 'opened', draft: true }), 'g1')
  assert.deepEqual(
    (await linksOf(task)).map(({ state, branch }) => [state, branch]),
    [['draft', 'tidy-up']],
  )
  const closes = `Resolves ${task.key}`
  await gitlab('Merge Request Hook', mergeRequest({ title: closes, state: 'merged' }), 'g2')
  assert.equal(await isCompleted(task), true)
  const pushed = await createTask()
  await gitlab('Push Hook', gitlabPush('main', `Fixed: ${pushed.key}`), 'g3')
  assert.equal(await isCompleted(pushed), true)
  const gitea = await createTask()
  const body = JSON.stringify(pullRequest({ number: 40, title: `WIP: ${gitea.key}` }))
  const headers = {
    'x-gitea-event': 'pull_request',
    'x-gitea-delivery': 'gitea-1',
    'x-gitea-signature': hmac(body),
    'x-github-event': 'pull_request',
    ...signed(body),
  }
  await receive(body, headers)
  assert.equal((await linksOf(gitea))[0]?.state, 'draft')
  const forgejo = JSON.stringify(pullRequest({ number: 40, title: gitea.key }))
  await receive(forgejo, {
    'x-forgejo-event': 'pull_request',
    'x-forgejo-delivery': 'forgejo-1',
    'x-forgejo-signature': hmac(forgejo),
  })
  assert.equal((await linksOf(gitea))[0]?.state, 'open')
})

test('a repeated delivery does nothing, and unknown events are ignored', async () => {
  const task = await createTask()
  const merge = push('main', [{ id: 'c'.repeat(40), message: `fixes ${task.key}` }])
  await Promise.all([1, 2, 3].map(() => deliver('push', merge, { delivery: 'same' })))
  assert.equal(await isCompleted(task), true)
  const changed = push('main', [{ id: 'd'.repeat(40), message: `fixes ${task.key} again` }])
  await deliver('push', changed, { delivery: 'same' })
  assert.equal((await linksOf(task)).length, 1)
  for (const payload of [
    { zen: 'Design for failure.', hook_id: 1 },
    { ref: 'refs/tags/v1', commits: [{ id: 'e', message: task.key, url: 'https://git.example.org' }] },
    { pull_request: 'text', number: 5 },
    { number: 6, pull_request: { html_url: 'javascript:alert(1)', title: task.key } },
    [],
    { commits: [null, 1, { message: task.key }], ref: 'refs/heads/main', repository: null },
  ]) {
    await deliver('anything', payload)
  }
  assert.equal((await linksOf(task)).length, 1)
  const form = `payload=${encodeURIComponent(JSON.stringify(pullRequest({ number: 50, title: task.key })))}`
  const headers = { 'x-github-event': 'pull_request', 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await send(form, { ...headers, ...signed(form) })).statusCode, 200)
  assert.equal((await linksOf(task)).length, 2)
})

test('only tasks of the project are linked', async () => {
  const other = (await stranger.call('POST', '/project', { name: 'Website' })).json().item
  assert.equal(other.key, key)
  const task = await createTask()
  const created = (await stranger.call('POST', `/project/${other.id}/repository`, { name: 'shop' })).json()
  const body = JSON.stringify(push('main', [{ id: 'f'.repeat(40), message: `fixes ${task.key}` }]))
  const digest = createHmac('sha256', created.item.secret).update(body).digest('hex')
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${digest}` }
  assert.equal((await send(body, headers, created.item.id)).statusCode, 200)
  assert.deepEqual(await linksOf(task), [])
  assert.equal(await isCompleted(task), false)
})

test('after a repository is disconnected, its address is gone and its links stay', async () => {
  const task = await createTask()
  await deliver('pull_request', pullRequest({ number: 60, title: task.key }))
  assert.equal((await member.call('DELETE', `/repository/${repositoryId}`)).statusCode, 403)
  assert.equal((await manager.call('DELETE', `/repository/${repositoryId}`)).statusCode, 200)
  await deliver('pull_request', pullRequest({ title: task.key }), { status: 404 })
  const [link] = await linksOf(task)
  assert.deepEqual([link?.reference, link?.repository], ['60', null])
})
