import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPreparedInstallation, run, runProcess, type StartedAtrium, up } from './atrium.ts'
import { signIn } from './identity.ts'

const installation = await createPreparedInstallation()
const emails = ['ada', 'boris', 'chloe', 'dmitri', 'elif', 'femi'].map(name => `${name}@demo.atrium.local`)
let password = ''
let started: StartedAtrium | undefined

test('the demo creates users and two projects, and shows the password once', async () => {
  const { code, stdout, stderr } = await runProcess(installation, 'demo', '--json')
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^(\d+ of 100 tasks\n)*$/)
  const created = JSON.parse(stdout)
  assert.equal(stdout.trim().split('\n').length, 1)
  assert.deepEqual(Object.keys(created), ['created', 'projects', 'users', 'password'])
  assert.deepEqual(created.users, emails)
  assert.deepEqual(
    created.projects.map(({ name, tasks }: { name: string; tasks: number }) => [name, tasks]),
    [
      ['Website relaunch', 60],
      ['Office move', 40],
    ],
  )
  password = created.password
})

test('running it again while Atrium runs reports that the data exists and creates nothing', async () => {
  started = await up(installation)
  const again = await run(installation, 'demo')
  assert.deepEqual(
    [again.code, again.stdout, again.stderr],
    [0, 'Demo data already exists: Website relaunch, Office move. Nothing was created.\n', ''],
  )
  const { created, projects, ...others } = JSON.parse((await run(installation, 'demo', '--json')).stdout)
  assert.deepEqual([created, projects.length, others], [false, 2, {}])
})

test('the demo users can sign in and see their projects with their roles', async () => {
  for (const email of emails) assert.equal(await signIn(installation, email, password), 200)
  const roles = []
  for (const email of emails) {
    const read = await createReader(email)
    const { items } = await read('/project?orderBy=id')
    roles.push(...items.flatMap(({ settings, myRole }: Project) => (settings.demo ? [myRole] : [])))
  }
  assert.deepEqual(roles.toSorted(), [
    ...['manager', 'manager', 'member', 'member', 'member', 'member'],
    ...['owner', 'owner', 'viewer', 'viewer'],
  ])
  const read = await createReader('ada@demo.atrium.local')
  const { items, _meta } = await read('/task?limit=1000')
  assert.equal(_meta.total, 100)
  const completed = items.flatMap(({ completedAt }: { completedAt: string | null }) => completedAt ?? [])
  const weeks = new Set(completed.map((day: string) => Math.floor(Date.parse(day) / (7 * 86_400_000))))
  assert.ok(completed.length > 30 && weeks.size >= 3)
  const demo = (await read('/project?orderBy=name')).items.filter((project: Project) => project.settings.demo)
  assert.deepEqual(
    demo.map(({ key, color, icon }: Project) => [key, color, icon]),
    [
      ['MOVE', '#0b7285', '📦'],
      ['WR', '#7048e8', '🚀'],
    ],
  )
  const [{ id, createdAt }] = demo
  const { items: activity } = await read(`/project/${id}/activity?limit=1000`)
  const moments = activity.map((entry: { createdAt: string }) => entry.createdAt)
  assert.ok(moments.every((moment: string) => moment >= createdAt))
  assert.deepEqual(moments, moments.toSorted().reverse(), 'the newest first')
})

test('the demo does not prevent Atrium from stopping', async () => {
  started?.child.kill('SIGTERM')
  assert.equal((await started?.ended)?.code, 0)
})

interface Project {
  settings: { demo?: boolean }
  key: string
  color: string
  icon: string
  myRole: string
}

async function createReader(login: string) {
  const response = await fetch(`${installation.tasksUrl}/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  const { token } = (await response.json()) as { token: string }
  return async (path: string) => {
    const answer = await fetch(installation.tasksUrl + path, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.status, 200, path)
    // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes
    return answer.json() as Promise<any>
  }
}
