import { sql } from 'kysely'
import type { Scene } from './actors.ts'

export async function recordAdministration(scene: Scene) {
  await recordUsers(scene)
  await recordRoles(scene)
  await recordPriorities(scene)
  await recordFeedback(scene)
}

async function recordUsers({ ask, admin, ann, bob }: Scene) {
  await ask(admin, 'GET /users?orderBy=-id&limit=2')
  await ask(ann, 'GET /users?search=sample%20bob')
  await ask(ann, 'GET /users?status=lost&ids=a')
  await ask(ann, `GET /users/${bob.id}`)
  await ask(ann, 'GET /users/999999')
  await ask(ann, 'GET /users/nobody')
  await ask(ann, 'GET /users/sync')
  await ask(admin, 'GET /users/sync')
  await ask(ann, 'GET /users/me/settings')
  await ask(ann, 'PUT /users/me/settings', { timeZone: 'Europe/Berlin', language: 'ru', theme: 'dark' })
  await ask(ann, 'PUT /users/me/settings', { timeZone: 'Mars/Base', language: 'tlh' })
  await ask(ann, 'PUT /users/me/settings', { timeZone: null, language: null })
  await ask(ann, 'GET /api/v1/users/me/settings')
}

async function recordRoles({ ask, admin, ann, bob }: Scene) {
  const role = (await ask(admin, 'POST /roles', { name: 'auditor', description: 'Reads' })).json().item
  await ask(admin, 'POST /roles', { name: 'auditor' })
  await ask(admin, 'POST /roles', { name: 'No' })
  await ask(ann, 'POST /roles', { name: 'helper' })
  await ask(ann, 'GET /roles?orderBy=-name')
  await ask(ann, 'GET /roles?name=aud&offset=0&limit=1')
  await ask(ann, `GET /roles/${role.id}`)
  await ask(ann, 'GET /roles/999999')
  await ask(admin, `PUT /roles/${role.id}`, { name: 'reader', description: null })
  await ask(admin, 'PUT /roles/1', { name: 'renamed' })
  const { items } = (await ask(admin, 'GET /rbac/permissions?limit=100')).json()
  await ask(ann, 'GET /rbac/permissions')
  const granted = `/rbac/roles/${role.id}/permissions/${items[0].id}`
  await ask(admin, `POST ${granted}`)
  await ask(admin, `POST ${granted}`)
  await ask(admin, `DELETE ${granted}`)
  await ask(admin, `DELETE ${granted}`)
  const assigned = (await ask(admin, 'POST /user-roles', { userId: bob.id, roleId: role.id })).json().item
  await ask(admin, 'POST /user-roles', { userId: bob.id, roleId: role.id })
  await ask(admin, 'POST /user-roles', { userId: 999999, roleId: role.id })
  await ask(admin, `GET /user-roles?userId=${bob.id}&orderBy=id`)
  await ask(ann, 'GET /user-roles')
  await ask(admin, `DELETE /user-roles/${assigned.id}`)
  await ask(admin, `DELETE /user-roles/${assigned.id}`)
  await ask(admin, `DELETE /roles/${role.id}`)
  await ask(admin, 'DELETE /roles/1')
}

async function recordPriorities({ ask, admin, ann }: Scene) {
  await ask(ann, 'GET /task-priority?orderBy=-level')
  await ask(ann, 'GET /task-priority?orderBy=color')
  const urgent = { name: 'Blocker', level: 900, color: '#cc0000' }
  const { id } = (await ask(admin, 'POST /task-priority', urgent)).json().item
  await ask(admin, 'POST /task-priority', urgent)
  await ask(admin, 'POST /task-priority', { name: '', level: -1, color: 'red' })
  await ask(ann, 'POST /task-priority', urgent)
  await ask(admin, `PUT /task-priority/${id}`, { level: 950 })
  await ask(admin, `PUT /task-priority/${id}`, { isDefault: false })
  await ask(admin, `DELETE /task-priority/${id}`)
  await ask(admin, `DELETE /task-priority/${id}`)
}

async function recordFeedback({ ask, admin, ann, bob }: Scene) {
  await ask(ann, 'POST /feedback/rating', {
    speed: 5,
    functionality: 4,
    design: 3,
    usability: 2,
    comment: 'Fine',
  })
  await ask(ann, 'POST /feedback/rating', { speed: 6, functionality: 0 })
  const wish = { type: 'feature', title: 'Dark mode', description: 'For the night shift' }
  const { id } = (await ask(ann, 'POST /feedback/idea', wish)).json().item
  await ask(ann, 'POST /feedback/idea', { ...wish, type: 'wish', title: '' })
  await ask(ann, 'GET /feedback/idea?type=feature&search=dark')
  await ask(bob, 'GET /feedback/idea')
  await ask(bob, `GET /feedback/idea?userId=${ann.id}`)
  await ask(admin, 'GET /feedback/idea?orderBy=-createdAt')
  await ask(admin, `PUT /feedback/idea/${id}`, { status: 'planned' })
  await ask(admin, `PUT /feedback/idea/${id}`, { status: 'lost' })
  await ask(ann, `PUT /feedback/idea/${id}`, { status: 'done' })
  await ask(admin, 'GET /feedback/stats')
  await ask(ann, 'GET /feedback/stats')
  await ask(bob, `DELETE /feedback/idea/${id}`)
  await ask(ann, `DELETE /feedback/idea/${id}`)
  await ask(ann, `DELETE /feedback/idea/${id}`)
}

/** No worker runs, so that every email waits. */
export async function recordMailQueue({ services: { deps }, ask, admin, ann }: Scene) {
  const fail = (id: number) =>
    sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], '550 no such user')`.execute(
      deps.db,
    )
  const { items } = (await ask(admin, 'GET /mail/jobs?limit=3')).json()
  await ask(ann, 'GET /mail/jobs')
  await ask(admin, 'GET /mail/jobs?status=lost')
  const [{ id }] = items
  await fail(id)
  await ask(admin, 'GET /mail/jobs?status=failed')
  await ask(admin, `POST /mail/jobs/${id}/retry`)
  await ask(admin, 'POST /mail/jobs/999999/retry')
  await fail(id)
  await ask(admin, 'POST /mail/jobs/retry')
  await ask(admin, `DELETE /mail/jobs/${id}`)
  await ask(admin, `DELETE /mail/jobs/${id}`)
}
