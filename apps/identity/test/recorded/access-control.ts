import type { Scene } from './actors.ts'

export async function recordAccessControl({ ask, owner, admin, ann, bob }: Scene) {
  const auditor = { name: 'auditor', level: 15, description: 'Reads', permissions: ['users.list'] }
  const role = (await ask(owner, 'POST /roles', auditor)).json().item
  await ask(owner, 'POST /roles', auditor)
  await ask(owner, 'POST /roles', { name: 'No', level: 101, permissions: ['a', 'a'] })
  await ask(owner, 'POST /roles', { name: 'stranger', level: 5, permissions: ['no.such.permission'] })
  await ask(admin, 'POST /roles', { name: 'helper', level: 5 })
  await ask(owner, 'GET /roles?orderBy=-level')
  await ask(owner, 'GET /roles?search=audit')
  await ask(owner, `GET /roles/${role.id}`)
  await ask(owner, 'GET /roles/999999')
  await ask(owner, `PUT /roles/${role.id}`, { level: 16, description: null, permissions: [] })
  await ask(owner, 'PUT /roles/1', { name: 'renamed' })

  const permission = (await ask(owner, 'POST /rbac/permissions', { name: 'reports.read' })).json().item
  await ask(owner, 'POST /rbac/permissions', { name: 'reports.read' })
  await ask(owner, 'POST /rbac/permissions', { name: 'Reports' })
  await ask(owner, 'GET /rbac/permissions?orderBy=name&limit=200')
  await ask(owner, `GET /rbac/permissions/${permission.id}`)
  await ask(owner, 'GET /rbac/permissions/999999')
  await ask(owner, `PUT /rbac/permissions/${permission.id}`, { description: 'Read reports' })
  await ask(owner, 'PUT /rbac/permissions/1', { name: 'other.name' })
  const granted = `/rbac/roles/${role.id}/permissions/${permission.id}`
  await ask(owner, `POST ${granted}`)
  await ask(owner, `POST ${granted}`)
  await ask(admin, `POST ${granted}`)
  await ask(owner, `DELETE ${granted}`)
  await ask(owner, `DELETE ${granted}`)

  const assigned = (await ask(owner, 'POST /user-roles', { userId: bob.id, roleId: role.id })).json().item
  await ask(owner, 'POST /user-roles', { userId: bob.id, roleId: role.id })
  await ask(owner, 'POST /user-roles', { userId: 999999, roleId: role.id })
  const { id: ownerRole } = (await ask(owner, 'GET /roles?search=owner')).json().items[0]
  await ask(admin, 'POST /user-roles', { userId: bob.id, roleId: ownerRole })
  await ask(admin, `GET /user-roles?userId=${bob.id}&orderBy=-id`)
  await ask(ann, 'GET /user-roles')
  await ask(owner, `DELETE /user-roles/${assigned.id}`)
  await ask(owner, `DELETE /user-roles/${assigned.id}`)
  const [own] = (await ask(owner, `GET /user-roles?roleId=${ownerRole}`)).json().items
  await ask(owner, `DELETE /user-roles/${own.id}`)

  await ask(owner, `DELETE /roles/${role.id}`)
  await ask(owner, 'DELETE /roles/1')
  await ask(owner, `DELETE /rbac/permissions/${permission.id}`)
  await ask(owner, 'DELETE /rbac/permissions/1')

  await ask(admin, 'GET /rbac/routes?search=/users/:id&limit=1000')
  await ask(admin, `GET /rbac/explain?userId=${ann.id}&method=PUT&path=/users/${ann.id}`)
  await ask(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/users&scope=user:write`)
  await ask(admin, `GET /rbac/explain?userId=${admin.id}&method=DELETE&path=/users/${owner.id}`)
  await ask(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/cities`)
  await ask(admin, `GET /rbac/explain?userId=${ann.id}&method=GET&path=/nothing/here`)
  await ask(admin, 'GET /rbac/explain?userId=0&method=SEND&path=users')

  await ask(owner, 'GET /audit?limit=20&orderBy=id&subjectType=role')
  await ask(owner, `GET /audit?userId=${bob.id}&limit=5`)
  await ask(owner, 'GET /audit?from=yesterday')
  await ask(admin, 'GET /audit')
  await ask(admin, 'GET /admin/statistics')
  await ask(ann, 'GET /admin/statistics')
}
