import { anonymous, type Scene } from './actors.ts'

/** Returns the project that the next recordings use: owned by ann, with bob as a member and eve as a viewer. */
export async function recordProjects(scene: Scene) {
  const { send, ann, bob, stranger, admin } = scene
  await send(ann, 'GET /project')
  const created = { name: 'Website', description: 'The new one', settings: { hello: [1, { x: null }] } }
  const { item } = (await send(ann, 'POST /project', created)).json()
  const url = `/project/${item.id}`
  await send(ann, 'POST /project', { name: '', type: 'company', settings: 'none' })
  await recordMembers(scene, url)
  await recordInvitations(scene, url)
  await send(bob, 'GET /project?search=web&type=agency&orderBy=-name')
  await send(bob, 'GET /project?archived=perhaps&ids=x')
  await send(ann, `GET ${url}`)
  await send(stranger, `GET ${url}`)
  await send(admin, `GET ${url}`)
  await send(ann, `PUT ${url}`, { name: 'New website', description: null, settings: { hello: 2 } })
  await send(bob, `PUT ${url}`, { name: 'Mine' })
  await send(ann, `PUT ${url}`, { name: ' ' })

  const explain = `GET /rbac/explain?userId=${bob.id}`
  await send(admin, `${explain}&right=task.write&about=new%20website`)
  await send(admin, `${explain}&right=project.write&about=no%20such%20project`)
  await send(admin, 'GET /rbac/explain?userId=999999&right=task.write&about=a')
  await send(admin, `${explain}&right=task.fly&about=%20`)
  await send(ann, `${explain}&right=task.write&about=a`)

  const old = (await send(ann, 'POST /project', { name: 'Old one', type: 'personal' })).json().item
  await send(ann, `DELETE /project/${old.id}`)
  await send(ann, `DELETE /project/${old.id}`)
  await send(ann, `PUT /project/${old.id}`, { name: 'Later' })
  await send(ann, 'GET /project?archived=true')
  await send(ann, `POST /project/${old.id}/restore`)
  await send(ann, `POST /project/${old.id}/restore`)
  await send(ann, `DELETE /project/${old.id}`)
  return item as { id: number }
}

async function recordMembers({ send, createGroup, ann, bob, eve, stranger }: Scene, url: string) {
  await send(ann, `POST ${url}/member`, { userId: bob.id, role: 'manager' })
  await send(ann, `POST ${url}/member`, { userId: eve.id, role: 'viewer' })
  await send(ann, `POST ${url}/member`, { userId: eve.id, role: 'viewer' })
  await send(ann, `POST ${url}/member`, { userId: 999999, role: 'viewer' })
  await send(ann, `POST ${url}/member`, { userId: stranger.id, role: 'owner' })
  await send(eve, `POST ${url}/member`, { userId: stranger.id, role: 'viewer' })
  await send(eve, `GET ${url}/member?orderBy=-name`)
  await send(stranger, `GET ${url}/member`)
  await send(ann, `PUT ${url}/member/${bob.id}/role`, { role: 'member' })
  await send(bob, `PUT ${url}/member/${eve.id}/role`, { role: 'member' })
  await send(ann, `PUT ${url}/member/${stranger.id}/role`, { role: 'member' })
  await send(ann, `PUT ${url}/member/${bob.id}/role`, { role: 'unknown' })
  await send(ann, `PUT ${url}/group/999999`, { role: 'member' })
  await send(ann, `PUT ${url}/group/999999`, { role: 'owner' })
  await send(eve, `PUT ${url}/group/999999`, { role: 'member' })
  const groupId = await createGroup('Design', eve)
  await send(ann, `PUT ${url}/group/${groupId}`, { role: 'member' })
  await send(ann, `GET ${url}/group`)
  await send(ann, `GET ${url}/member?search=eve`)
  await send(ann, `DELETE ${url}/group/${groupId}`)
  await send(ann, `DELETE ${url}/group/999999`)
  await send(ann, `GET ${url}/available-group?search=nothing`)
  await send(ann, `DELETE ${url}/member/${ann.id}`)
  await send(bob, `DELETE ${url}/member/${eve.id}`)
}

async function recordInvitations({ send, ann, bob, eve, stranger }: Scene, url: string) {
  const invited = { email: stranger.email, role: 'viewer' }
  const { token } = (await send(ann, `POST ${url}/invite`, invited)).json().item
  await send(ann, `POST ${url}/invite`, invited)
  await send(ann, `POST ${url}/invite`, { email: bob.email, role: 'viewer' })
  await send(ann, `POST ${url}/invite`, { email: 'no address', role: 'owner' })
  await send(eve, `POST ${url}/invite`, invited)
  await send(ann, `GET ${url}/invitation?status=pending`)
  await send(eve, `GET ${url}/invitation`)
  const { items } = (await send(stranger, 'GET /invitation')).json()
  await send(stranger, 'POST /invitation/accept', { token: 'unknown' })
  await send(bob, 'POST /invitation/accept', { token })
  await send(anonymous, 'POST /invitation/accept', { token })
  await send(bob, `POST /invitation/${items[0].id}/accept`)
  await send(stranger, `POST /invitation/${items[0].id}/accept`)
  await send(stranger, `POST /invitation/${items[0].id}/accept`)
  await send(stranger, `DELETE ${url}/member/${stranger.id}`)
  const again = (await send(ann, `POST ${url}/invite`, invited)).json().item
  await send(anonymous, 'POST /invitation/lookup', { token: again.token })
  await send(stranger, 'POST /invitation/accept', { token: again.token })
  await send(stranger, 'POST /invitation/accept', { token: again.token })
  await send(ann, `DELETE ${url}/member/${stranger.id}`)
  const revoked = (await send(ann, `POST ${url}/invite`, invited)).json().item
  await send(ann, `DELETE ${url}/invitation?id=${revoked.id}`)
  await send(ann, `DELETE ${url}/invitation?id=${revoked.id}`)
  await send(eve, `DELETE ${url}/invitation`)
  await send(stranger, 'POST /invitation/accept', { token: revoked.token })
  await send(anonymous, 'POST /invitation/lookup', { token: revoked.token })
  await send(anonymous, 'POST /invitation/lookup', { token: 'unknown' })
  await send(anonymous, 'POST /users/erase', { token: 'forged' })
  await send(anonymous, 'POST /users/hand-over', { token: 'forged' })
}
