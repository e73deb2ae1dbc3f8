import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { beyondLimits, isKept, type KeptAnswer, projectsOf } from '../src/offline/kept-queries.ts'

test('boards, tasks, lists of tasks and what surrounds them are kept, and nothing else', () => {
  for (const key of [
    ['board', 1],
    ['task', 7, 'comments'],
    ['tasks', { assigneeId: 'me' }],
    ['project', 3],
    ['project', 3, 'members'],
    ['current-user'],
    ['projects', 'navigation'],
  ])
    assert.equal(isKept(key), true, String(key))
  for (const key of [
    ['stream-token'],
    ['users', {}],
    ['roles'],
    ['project', 3, 'invitations'],
    ['project', 3, 'reports', 'flow'],
    ['invitation', 'secret'],
    ['projects', { page: 1 }],
  ])
    assert.equal(isKept(key), false, String(key))
})

test('an answer belongs to the projects that it shows', () => {
  const projectOfTask = (id: number) => (id === 7 ? 3 : undefined)
  assert.deepEqual(projectsOf(['project', 3, 'members'], [], projectOfTask), [3])
  assert.deepEqual(projectsOf(['board', 1], { projectId: 4 }, projectOfTask), [4])
  const items = [{ projectId: 4 }, { projectId: 5 }, { projectId: 4 }]
  assert.deepEqual(projectsOf(['tasks', {}], { items }, projectOfTask), [4, 5])
  const plan = { tasks: [{ title: '"projectId":9', projectId: 6 }] }
  assert.deepEqual(projectsOf(['tasks', 'plan', '2026-11-16'], plan, projectOfTask), [6])
  assert.deepEqual(projectsOf(['task', 7, 'comments'], {}, projectOfTask), [3])
  assert.equal(projectsOf(['task', 8, 'comments'], {}, projectOfTask), undefined)
})

test('what was used last stays, within all limits', () => {
  const limits = { answers: 5, bytes: 100, bytesOfOne: 100, ms: 50 }
  const now = 100
  const answers = fc.array(fc.record({ bytes: fc.nat(60), usedAt: fc.nat(now) }), { maxLength: 12 })
  fc.assert(
    fc.property(answers, made => {
      const kept = made.map((answer, at): KeptAnswer => ({ ...answer, hash: String(at), projectIds: [] }))
      const gone = new Set(beyondLimits(kept, now, limits))
      const left = kept.filter(({ hash }) => !gone.has(hash))
      assert.ok(left.length <= limits.answers)
      assert.ok(left.reduce((sum, { bytes }) => sum + bytes, 0) <= limits.bytes)
      assert.ok(left.every(({ usedAt }) => usedAt >= now - limits.ms))
      const oldestLeft = Math.min(...left.map(({ usedAt }) => usedAt))
      const newestGone = Math.max(...kept.filter(({ hash }) => gone.has(hash)).map(({ usedAt }) => usedAt))
      assert.ok(left.length === 0 || gone.size === 0 || newestGone <= oldestLeft)
    }),
  )
})
