import { nobody, type Scene } from './actors.ts'

/** Answers the project that the next chapters work on: ann’s, with bob as a member and eve as a viewer. */
export async function recordProjects(scene: Scene) {
  const { ask, ann, bob, stranger, admin } = scene
  await ask(ann, 'GET /project')
  const created = { name: 'Website', description: 'The new one', settings: { hello: [1, { x: null }] } }
  const { item } = (await ask(ann, 'POST /project', created)).json()
  const url = `/project/${item.id}`
  await ask(ann, 'POST /project', { name: '', type: 'company', settings: 'none' })
  await recordMembers(scene, url)
  await recordInvitations(scene, url)
  await ask(bob, 'GET /project?search=web&type=agency&orderBy=-name')
  await ask(bob, 'GET /project?archived=perhaps&ids=x')
  await ask(ann, `GET ${url}`)
  await ask(stranger, `GET ${url}`)
  await ask(admin, `GET ${url}`)
  await ask(ann, `PUT ${url}`, { name: 'New website', description: null, settings: { hello: 2 } })
  await ask(bob, `PUT ${url}`, { name: 'Mine' })
  await ask(ann, `PUT ${url}`, { name: ' ' })

  const old = (await ask(ann, 'POST /project', { name: 'Old one', type: 'personal' })).json().item
  await ask(ann, `DELETE /project/${old.id}`)
  await ask(ann, `DELETE /project/${old.id}`)
  await ask(ann, `PUT /project/${old.id}`, { name: 'Later' })
  await ask(ann, 'GET /project?archived=true')
  await ask(ann, `POST /project/${old.id}/restore`)
  await ask(ann, `POST /project/${old.id}/restore`)
  await ask(ann, `DELETE /project/${old.id}`)
  return item as { id: number }
}

async function recordMembers({ ask, ann, bob, eve, stranger }: Scene, url: string) {
  await ask(ann, `POST ${url}/member`, { userId: bob.id, role: 'manager' })
  await ask(ann, `POST ${url}/member`, { userId: eve.id, role: 'viewer' })
  await ask(ann, `POST ${url}/member`, { userId: eve.id, role: 'viewer' })
  await ask(ann, `POST ${url}/member`, { userId: 999999, role: 'viewer' })
  await ask(ann, `POST ${url}/member`, { userId: stranger.id, role: 'owner' })
  await ask(eve, `POST ${url}/member`, { userId: stranger.id, role: 'viewer' })
  await ask(eve, `GET ${url}/member?orderBy=-name`)
  await ask(stranger, `GET ${url}/member`)
  await ask(ann, `PUT ${url}/member/${bob.id}/role`, { role: 'member' })
  await ask(bob, `PUT ${url}/member/${eve.id}/role`, { role: 'member' })
  await ask(ann, `PUT ${url}/member/${stranger.id}/role`, { role: 'member' })
  await ask(ann, `PUT ${url}/member/${bob.id}/role`, { role: 'king' })
  await ask(ann, `DELETE ${url}/member/${ann.id}`)
  await ask(bob, `DELETE ${url}/member/${eve.id}`)
}

async function recordInvitations({ ask, ann, bob, eve, stranger }: Scene, url: string) {
  const invited = { email: stranger.email, role: 'viewer' }
  const { token } = (await ask(ann, `POST ${url}/invite`, invited)).json().item
  await ask(ann, `POST ${url}/invite`, invited)
  await ask(ann, `POST ${url}/invite`, { email: bob.email, role: 'viewer' })
  await ask(ann, `POST ${url}/invite`, { email: 'no address', role: 'owner' })
  await ask(eve, `POST ${url}/invite`, invited)
  await ask(ann, `GET ${url}/invitation?status=pending`)
  await ask(eve, `GET ${url}/invitation`)
  const { items } = (await ask(stranger, 'GET /invitation')).json()
  await ask(stranger, 'POST /invitation/accept', { token: 'unknown' })
  await ask(bob, 'POST /invitation/accept', { token })
  await ask(nobody, 'POST /invitation/accept', { token })
  await ask(bob, `POST /invitation/${items[0].id}/accept`)
  await ask(stranger, `POST /invitation/${items[0].id}/accept`)
  await ask(stranger, `POST /invitation/${items[0].id}/accept`)
  await ask(stranger, `DELETE ${url}/member/${stranger.id}`)
  const again = (await ask(ann, `POST ${url}/invite`, invited)).json().item
  await ask(stranger, 'POST /invitation/accept', { token: again.token })
  await ask(stranger, 'POST /invitation/accept', { token: again.token })
  await ask(ann, `DELETE ${url}/member/${stranger.id}`)
  const revoked = (await ask(ann, `POST ${url}/invite`, invited)).json().item
  await ask(ann, `DELETE ${url}/invitation?id=${revoked.id}`)
  await ask(ann, `DELETE ${url}/invitation?id=${revoked.id}`)
  await ask(eve, `DELETE ${url}/invitation`)
  await ask(stranger, 'POST /invitation/accept', { token: revoked.token })
}
