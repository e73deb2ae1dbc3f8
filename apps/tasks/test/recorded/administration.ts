import { sql } from 'kysely'
import type { Scene } from './actors.ts'

export async function recordAdministration(scene: Scene) {
  await recordUsers(scene)
  await recordRoles(scene)
  await recordPriorities(scene)
  await recordFeedback(scene)
}

async function recordUsers({ send, admin, ann, bob }: Scene) {
  await send(admin, 'GET /users?orderBy=-id&limit=2')
  await send(ann, 'GET /users?search=sample%20bob')
  await send(ann, 'GET /users?status=lost&ids=a')
  await send(ann, `GET /users/${bob.id}`)
  await send(ann, 'GET /users/999999')
  await send(ann, 'GET /users/unknown')
  await send(ann, `DELETE /users/${bob.id}/guest`)
  await send(admin, `DELETE /users/${bob.id}/guest`)
  await send(ann, 'GET /users/sync')
  await send(admin, 'GET /users/sync')
  await send(ann, 'GET /users/me/settings')
  await send(ann, 'PUT /users/me/settings', { timeZone: 'Europe/Berlin', language: 'ru', theme: 'dark' })
  await send(ann, 'PUT /users/me/settings', { timeZone: 'Mars/Base', language: 'tlh' })
  await send(ann, 'PUT /users/me/settings', { timeZone: null, language: null })
  await send(ann, 'GET /api/v1/users/me/settings')
}

async function recordRoles({ send, admin, ann, bob }: Scene) {
  const role = (await send(admin, 'POST /roles', { name: 'auditor', description: 'Reads' })).json().item
  await send(admin, 'POST /roles', { name: 'auditor' })
  await send(admin, 'POST /roles', { name: 'No' })
  await send(ann, 'POST /roles', { name: 'helper' })
  await send(ann, 'GET /roles?orderBy=-name')
  await send(ann, 'GET /roles?name=aud&offset=0&limit=1')
  await send(ann, `GET /roles/${role.id}`)
  await send(ann, 'GET /roles/999999')
  await send(admin, `PUT /roles/${role.id}`, { name: 'reader', description: null })
  await send(admin, 'PUT /roles/1', { name: 'renamed' })
  const { items } = (await send(admin, 'GET /rbac/permissions?limit=100')).json()
  await send(ann, 'GET /rbac/permissions')
  const granted = `/rbac/roles/${role.id}/permissions/${items[0].id}`
  await send(admin, `POST ${granted}`)
  await send(admin, `POST ${granted}`)
  await send(admin, `DELETE ${granted}`)
  await send(admin, `DELETE ${granted}`)
  const assigned = (await send(admin, 'POST /user-roles', { userId: bob.id, roleId: role.id })).json().item
  await send(admin, 'POST /user-roles', { userId: bob.id, roleId: role.id })
  await send(admin, 'POST /user-roles', { userId: 999999, roleId: role.id })
  await send(admin, `GET /user-roles?userId=${bob.id}&orderBy=id`)
  await send(ann, 'GET /user-roles')
  await send(admin, `DELETE /user-roles/${assigned.id}`)
  await send(admin, `DELETE /user-roles/${assigned.id}`)
  await send(admin, `DELETE /roles/${role.id}`)
  await send(admin, 'DELETE /roles/1')
}

async function recordPriorities({ send, admin, ann }: Scene) {
  await send(ann, 'GET /task-priority?orderBy=-level')
  await send(ann, 'GET /task-priority?orderBy=color')
  const urgent = { name: 'Blocker', level: 900, color: '#cc0000' }
  const { id } = (await send(admin, 'POST /task-priority', urgent)).json().item
  await send(admin, 'POST /task-priority', urgent)
  await send(admin, 'POST /task-priority', { name: '', level: -1, color: 'red' })
  await send(ann, 'POST /task-priority', urgent)
  await send(admin, `PUT /task-priority/${id}`, { level: 950 })
  await send(admin, `PUT /task-priority/${id}`, { isDefault: false })
  await send(admin, `DELETE /task-priority/${id}`)
  await send(admin, `DELETE /task-priority/${id}`)
}

async function recordFeedback({ send, admin, ann, bob }: Scene) {
  await send(ann, 'POST /feedback/rating', {
    speed: 5,
    functionality: 4,
    design: 3,
    usability: 2,
    comment: 'Fine',
  })
  await send(ann, 'POST /feedback/rating', { speed: 6, functionality: 0 })
  const wish = { type: 'feature', title: 'Dark mode', description: 'For the night shift' }
  const { id } = (await send(ann, 'POST /feedback/idea', wish)).json().item
  await send(ann, 'POST /feedback/idea', { ...wish, type: 'wish', title: '' })
  await send(ann, 'GET /feedback/idea?type=feature&search=dark')
  await send(bob, 'GET /feedback/idea')
  await send(bob, `GET /feedback/idea?userId=${ann.id}`)
  await send(admin, 'GET /feedback/idea?orderBy=-createdAt')
  await send(admin, `PUT /feedback/idea/${id}`, { status: 'planned' })
  await send(admin, `PUT /feedback/idea/${id}`, { status: 'lost' })
  await send(ann, `PUT /feedback/idea/${id}`, { status: 'done' })
  await send(admin, 'GET /feedback/stats')
  await send(ann, 'GET /feedback/stats')
  await send(bob, `DELETE /feedback/idea/${id}`)
  await send(ann, `DELETE /feedback/idea/${id}`)
  await send(ann, `DELETE /feedback/idea/${id}`)
}

export async function recordAudit({ send, admin, ann }: Scene) {
  await send(admin, 'GET /audit?limit=3&orderBy=id')
  await send(ann, 'GET /audit')
  await send(admin, 'GET /audit?from=yesterday')
  await send(admin, 'GET /audit/export?to=2020-01-01T00:00:00.000Z')
  await send(ann, 'GET /audit/export')
  await send(admin, 'GET /audit/export?format=xml')
}

export async function recordHold({ send, admin, ann }: Scene, { id }: { id: number }) {
  await send(ann, `GET /project/${id}/hold`)
  await send(ann, `PUT /project/${id}/hold`, {})
  await send(admin, `PUT /project/${id}/hold`, { reason: 'Case 17' })
  await send(ann, `GET /project/${id}/hold`)
  await send(admin, `DELETE /project/${id}/hold`)
  await send(ann, `GET /project/${id}/files`)
  await send(ann, `PUT /project/${id}/files`, { limitMb: 5 })
  await send(admin, `PUT /project/${id}/files`, { limitMb: 5 })
  await send(admin, `PUT /project/${id}/files`, { limitMb: -1 })
  await send(admin, `PUT /project/${id}/files`, { limitMb: null })
  await send(admin, `DELETE /project/${id}/hold`)
  await send(admin, 'PUT /project/999999/hold', { reason: 17 })
}

/** No worker runs, so all emails stay in the queue. */
export async function recordMailQueue({ services: { deps }, send, admin, ann }: Scene) {
  const fail = (id: number) =>
    sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
      deps.db,
    )
  const { items } = (await send(admin, 'GET /mail/jobs?limit=3')).json()
  await send(ann, 'GET /mail/jobs')
  await send(admin, 'GET /mail/jobs?status=lost')
  const [{ id }] = items
  await fail(id)
  await send(admin, 'GET /mail/jobs?status=failed')
  await send(admin, `POST /mail/jobs/${id}/retry`)
  await send(admin, 'POST /mail/jobs/999999/retry')
  await fail(id)
  await send(admin, 'POST /mail/jobs/retry')
  await send(admin, `DELETE /mail/jobs/${id}`)
  await send(admin, `DELETE /mail/jobs/${id}`)
}
