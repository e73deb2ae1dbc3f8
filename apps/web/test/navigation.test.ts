import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colorSchemeOf, themeOf } from '../src/data/account/user-settings.ts'
import { mayAs } from '../src/data/projects/projects.ts'
import { notificationTarget } from '../src/features/notifications/inbox/notification-target.ts'

test('a notification links to its task, else to its project, but not to a project that the user was removed from', () => {
  assert.deepEqual(notificationTarget({ type: 'task.assigned', taskId: 3, projectId: 1 }), {
    to: '/task/$taskId',
    params: { taskId: 3 },
  })
  assert.deepEqual(notificationTarget({ type: 'project.member_added', projectId: 1 }), {
    to: '/project/$projectId',
    params: { projectId: 1 },
  })
  assert.equal(notificationTarget({ type: 'invitation.created', projectId: 1 })?.to, '/projects')
  assert.equal(notificationTarget({ type: 'project.member_removed', projectId: 1 }), undefined)
  assert.equal(notificationTarget({ type: 'project.member_added' }), undefined)
})

test('a role includes the rights of lower ones; without a role there are none', () => {
  assert.ok(mayAs('owner', 'manager'))
  assert.ok(mayAs('member', 'member'))
  assert.ok(!mayAs('viewer', 'member'))
  assert.ok(!mayAs(null, 'viewer'))
  assert.ok(!mayAs(undefined, 'viewer'))
})

test('the theme of the account maps to the color scheme of the page', () => {
  for (const theme of ['system', 'light', 'dark'] as const) assert.equal(themeOf(colorSchemeOf(theme)), theme)
})
