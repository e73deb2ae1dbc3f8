import type { Scene } from './actors.ts'

export async function recordAccessControl(scene: Scene) {
  const { send, owner, admin, ann, bob } = scene
  const auditor = { name: 'auditor', level: 15, description: 'Reads', permissions: ['users.list'] }
  const role = (await send(owner, 'POST /roles', auditor)).json().item
  await send(owner, 'POST /roles', auditor)
  await send(owner, 'POST /roles', { name: 'No', level: 101, permissions: ['a', 'a'] })
  await send(owner, 'POST /roles', { name: 'stranger', level: 5, permissions: ['no.such.permission'] })
  await send(admin, 'POST /roles', { name: 'helper', level: 5 })
  await send(owner, 'GET /roles?orderBy=-level')
  await send(owner, 'GET /roles?search=audit')
  await send(owner, `GET /roles/${role.id}`)
  await send(owner, 'GET /roles/999999')
  await send(owner, `PUT /roles/${role.id}`, { level: 16, description: null, permissions: [] })
  await send(owner, 'PUT /roles/1', { name: 'renamed' })

  const permission = (await send(owner, 'POST /rbac/permissions', { name: 'reports.read' })).json().item
  await send(owner, 'POST /rbac/permissions', { name: 'reports.read' })
  await send(owner, 'POST /rbac/permissions', { name: 'Reports' })
  await send(owner, 'GET /rbac/permissions?orderBy=name&limit=200')
  await send(owner, `GET /rbac/permissions/${permission.id}`)
  await send(owner, 'GET /rbac/permissions/999999')
  await send(owner, `PUT /rbac/permissions/${permission.id}`, { description: 'Read reports' })
  await send(owner, 'PUT /rbac/permissions/1', { name: 'other.name' })
  const granted = `/rbac/roles/${role.id}/permissions/${permission.id}`
  await send(owner, `POST ${granted}`)
  await send(owner, `POST ${granted}`)
  await send(admin, `POST ${granted}`)
  await send(owner, `DELETE ${granted}`)
  await send(owner, `DELETE ${granted}`)

  const assigned = (await send(owner, 'POST /user-roles', { userId: bob.id, roleId: role.id })).json().item
  await send(owner, 'POST /user-roles', { userId: bob.id, roleId: role.id })
  await send(owner, 'POST /user-roles', { userId: 999999, roleId: role.id })
  const { id: ownerRole } = (await send(owner, 'GET /roles?search=owner')).json().items[0]
  await send(admin, 'POST /user-roles', { userId: bob.id, roleId: ownerRole })
  await send(admin, `GET /user-roles?userId=${bob.id}&orderBy=-id`)
  await send(ann, 'GET /user-roles')
  await send(owner, `DELETE /user-roles/${assigned.id}`)
  await send(owner, `DELETE /user-roles/${assigned.id}`)
  const [own] = (await send(owner, `GET /user-roles?roleId=${ownerRole}`)).json().items
  await send(owner, `DELETE /user-roles/${own.id}`)

  await send(owner, `DELETE /roles/${role.id}`)
  await send(owner, 'DELETE /roles/1')
  await send(owner, `DELETE /rbac/permissions/${permission.id}`)
  await send(owner, 'DELETE /rbac/permissions/1')

  await send(admin, 'GET /rbac/routes?search=/users/:id&limit=1000')
  await send(admin, `GET /rbac/explain?userId=${ann.id}&method=PUT&path=/users/${ann.id}`)
  await send(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/users&scope=user:write`)
  await send(admin, `GET /rbac/explain?userId=${admin.id}&method=DELETE&path=/users/${owner.id}`)
  await send(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/cities`)
  await send(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/nothing/here`)
  await send(admin, 'GET /rbac/explain?userId=0&method=SEND&path=users')

  await recordGroups(scene)

  await send(owner, 'GET /audit?limit=20&orderBy=id&subjectType=role')
  await send(owner, `GET /audit?userId=${bob.id}&limit=5`)
  await send(owner, 'GET /audit?from=yesterday')
  await send(admin, 'GET /audit')
  await send(owner, 'GET /audit/export?to=2020-01-01T00:00:00.000Z')
  await send(owner, 'GET /audit/export?service=tasks')
  await send(admin, 'GET /audit/export')
  await send(admin, 'GET /admin/statistics')
  await send(ann, 'GET /admin/health-report')
  await send(ann, 'GET /admin/tasks-permissions')
  await send(ann, 'GET /admin/statistics')

  await send(owner, 'PUT /banner', { text: 'We move', kind: 'warning', endsAt: '2099-01-31T18:00:00.000Z' })
  await send(owner, 'DELETE /banner')
  await send(owner, 'PUT /branding', { name: 'Harbour', accentColor: '#0f766e' })
  await send(owner, 'PUT /branding', { name: null, accentColor: '#ffd400' })
  await send(owner, 'PUT /branding', { name: null, accentColor: null })
  await send(owner, 'PUT /branding/logo')
  await send(owner, 'DELETE /branding/logo')
  await send(owner, 'PUT /maintenance', { message: 'Back at noon' })
  await send(owner, 'POST /cities', { name: 'Berlin' })
  await send(owner, 'DELETE /maintenance')
}

async function recordGroups({ send, owner, admin, ann, bob }: Scene) {
  const group = (await send(owner, 'POST /groups', { name: 'Support', description: 'Answers' })).json().item
  await send(owner, 'POST /groups', { name: 'SUPPORT' })
  await send(owner, 'POST /groups', { name: '', source: 'scim' })
  await send(ann, 'GET /groups')
  await send(admin, 'PUT /groups/999999', { name: 'Nobody' })
  await send(admin, `PUT /groups/${group.id}`, { description: null })
  const roles = (await send(owner, 'GET /roles?orderBy=level')).json().items
  const manager = roles.find((role: { name: string }) => role.name === 'manager')
  const top = roles.find((role: { name: string }) => role.name === 'owner')
  await send(admin, `PUT /groups/${group.id}/roles/${manager.id}`)
  await send(admin, `PUT /groups/${group.id}/roles/${top.id}`)
  await send(admin, `PUT /groups/${group.id}/roles/999999`)
  await send(admin, `PUT /groups/${group.id}/members/${bob.id}`)
  await send(admin, `PUT /groups/${group.id}/members/999999`)
  await send(admin, `GET /groups/${group.id}`)
  await send(admin, `GET /groups/${group.id}/members`)
  await send(admin, `GET /groups?userId=${bob.id}`)
  await send(admin, `GET /rbac/explain?userId=${bob.id}&method=GET&path=/users`)
  await send(admin, `DELETE /groups/${group.id}/members/${bob.id}`)
  await send(admin, `DELETE /groups/${group.id}/members/${bob.id}`)
  await send(admin, `DELETE /groups/${group.id}/roles/${manager.id}`)
  await send(admin, `DELETE /groups/${group.id}/roles/${manager.id}`)
  await send(admin, `DELETE /groups/${group.id}`)
  await send(admin, `DELETE /groups/${group.id}`)
}
