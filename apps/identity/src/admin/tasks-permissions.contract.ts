import { contract } from '@atrium/core/contract'
import { Item } from '@atrium/core/schema'
import { Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const getTasksPermissions = contract('getTasksPermissions', 'GET /admin/tasks-permissions', {
  tag: 'Statistics',
  summary: 'Get your permissions in the task service',
  description:
    'What you can do there, which the navigation of the administration shows next to its pages here. Empty without an account there, and while the task service does not answer.',
  access: needs('admin:web', permission('admin.web.access')),
  reply: Item(Type.Object({ permissions: Type.Array(Type.String()) })),
})
