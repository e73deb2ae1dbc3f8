import { multipart, png } from '@atrium/testing/forms'
import { goodPassword } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordUsers(scene: Scene) {
  await recordProfiles(scene)
  await recordContacts(scene)
  await recordEducations(scene)
  await recordFiles(scene)
}

async function recordProfiles({ send, register, owner, admin, ann, bob }: Scene) {
  await send(anonymous, 'POST /users', { email: 'no address', phone: '1', password: 'short', consent: false })
  await send(anonymous, 'POST /users', {
    email: ann.email,
    phone: '+12025550103',
    password: goodPassword,
    surname: 'Sample',
    name: 'Sam',
    consent: true,
  })
  await send(admin, 'GET /users?search=example.org&orderBy=-email&limit=2')
  await send(admin, 'GET /users?status=everything&page=0')
  await send(ann, 'GET /users')
  await send(ann, 'GET /users/me')
  await send(ann, `GET /users/${ann.id}`)
  await send(ann, `GET /users/${bob.id}`)
  await send(admin, 'GET /users/999999')
  const profile = { patronymic: 'Ivanovich', birthDate: '1990-02-28', gender: 'male', stack: 'SQL' }
  await send(ann, `PUT /users/${ann.id}`, { ...profile, preferredContact: 'telegram' })
  await send(ann, `PUT /users/${ann.id}`, { birthDate: '1990-02-30', cityId: 999999, isOwner: true })
  await send(ann, `PUT /users/${ann.id}`, { postId: 1 })
  await send(ann, `PUT /users/${bob.id}`, { name: 'Robert' })
  const form = multipart({ stack: 'TypeScript', clear: 'gender', avatar: { name: 'me.png', content: png } })
  await send(ann, `POST /users/${ann.id}/update`, undefined, {
    payload: form.payload,
    headers: { 'content-type': form.contentType },
  })
  await send(ann, `POST /users/${ann.id}/update`, { clear: ['surname'] })
  await send(ann, `POST /users/${ann.id}/passport-change`, { phone: '+12025550199' })
  await send(ann, `POST /users/${ann.id}/passport-change`, {
    phone: '+12025550102',
    currentPassword: 'wrong',
  })
  await send(ann, `POST /users/${ann.id}/passport-change`, {
    phone: '+12025550199',
    currentPassword: goodPassword,
  })
  await send(admin, `POST /users/${ann.id}/passport-change`, { password: 'password' })
  await send(ann, `GET /users/${ann.id}/export`)
  await send(ann, `GET /users/${bob.id}/export`)

  const gone = await register('gone', '+12025550105')
  await send(ann, `DELETE /users/${gone.id}`)
  await send(admin, `DELETE /users/${gone.id}`)
  await send(admin, `DELETE /users/${gone.id}`)
  await send(admin, 'GET /users?status=archived')
  await send(admin, `POST /users/${gone.id}/restore`)
  await send(admin, `POST /users/${gone.id}/restore`)
  await send(admin, `DELETE /users/${owner.id}`)
  await send(owner, `DELETE /users/${owner.id}`)

  const erased = await register('erased', '+12025550106')
  await send(admin, `POST /users/${erased.id}/erase`, { confirmation: 'other@example.org' })
  await send(ann, `POST /users/${erased.id}/erase`, { confirmation: 'erased@example.org' })
  await send(admin, `POST /users/${erased.id}/erase`, { confirmation: 'erased@example.org' })
  await send(admin, `POST /users/${erased.id}/erase`, { confirmation: 'erased@example.org' })
  await send(admin, `GET /users/${erased.id}/erasure`)
  await send(admin, `GET /users/${erased.id}`)
  await send(admin, `GET /users/${ann.id}/erasure`)
  await send(admin, `POST /users/${erased.id}/restore`)
  await send(admin, `GET /users/${erased.id}/offboarding`)
  await send(admin, `POST /users/${erased.id}/offboard`, {})
  await send(admin, `POST /users/${bob.id}/offboard`, { successorId: bob.id })
  await send(ann, `GET /users/${bob.id}/offboarding`)
  await recordBulkChanges({ send, register, admin, ann, owner, erased })
}

async function recordBulkChanges({
  send,
  register,
  admin,
  ann,
  owner,
  erased,
}: Pick<Scene, 'send' | 'register' | 'admin' | 'ann' | 'owner'> & { erased: { id: number } }) {
  const one = await register('one', '+12025550107')
  const userIds = [one.id, owner.id, erased.id, 999999]
  const { items } = (await send(admin, 'GET /roles?search=manager')).json()
  const roleId = items[0].id
  await send(admin, 'POST /users/bulk/assign-role', { userIds, roleId })
  await send(admin, 'POST /users/bulk/assign-role', { userIds, roleId: 999999 })
  await send(admin, 'POST /users/bulk/unassign-role', { userIds, roleId })
  const group = (await send(admin, 'POST /groups', { name: 'Several' })).json().item
  await send(admin, 'POST /users/bulk/add-to-group', { userIds, groupId: group.id })
  await send(admin, 'POST /users/bulk/add-to-group', { userIds, groupId: 999999 })
  await send(admin, `DELETE /groups/${group.id}`)
  await send(admin, 'POST /users/bulk/end-sessions', { userIds })
  await send(admin, 'POST /users/bulk/archive', { userIds })
  await send(admin, 'POST /users/bulk/archive', { userIds: [] })
  await send(ann, 'POST /users/bulk/archive', { userIds })
  await send(admin, 'POST /users/bulk/restore', { userIds: [one.id] })
}

async function recordContacts({ send, admin, ann, bob }: Scene) {
  const contact = { type: 'telegram', value: '@ann_sample', label: 'Work', isPrimary: true }
  const { id } = (await send(ann, 'POST /user-contacts', contact)).json().item
  await send(ann, 'POST /user-contacts', contact)
  await send(ann, 'POST /user-contacts', { type: 'email', value: 'no address' })
  await send(ann, 'POST /user-contacts', { userId: bob.id, type: 'other', value: 'Here' })
  await send(ann, 'GET /user-contacts')
  await send(admin, `GET /user-contacts?userId=${ann.id}&orderBy=-id`)
  await send(ann, `GET /user-contacts?userId=${bob.id}`)
  await send(ann, `GET /user-contacts/${id}`)
  await send(bob, `GET /user-contacts/${id}`)
  await send(ann, `PUT /user-contacts/${id}`, { label: null, isPrimary: false })
  await send(ann, `PUT /user-contacts/${id}`, { type: 'phone' })
  await send(bob, `DELETE /user-contacts/${id}`)
  await send(ann, `DELETE /user-contacts/${id}`)
  await send(ann, `DELETE /user-contacts/${id}`)
}

async function recordEducations({ send, admin, ann, bob }: Scene) {
  const school = { institution: 'State school', startedOn: '2001-09-01', finishedOn: '2006-06-30' }
  const { id } = (await send(ann, 'POST /user-educations', { ...school, degree: 'Master' })).json().item
  await send(ann, 'POST /user-educations', { ...school, finishedOn: '2000-01-01' })
  await send(ann, 'POST /user-educations', { userId: bob.id, ...school })
  await send(ann, 'GET /user-educations')
  await send(admin, `GET /user-educations?userId=${ann.id}&orderBy=-startedOn`)
  await send(ann, `GET /user-educations?userId=${bob.id}`)
  await send(ann, `GET /user-educations/${id}`)
  await send(bob, `GET /user-educations/${id}`)
  await send(ann, `PUT /user-educations/${id}`, { degree: null, fieldOfStudy: 'Law' })
  await send(ann, `PUT /user-educations/${id}`, { startedOn: '2010-01-01' })
  await send(bob, `DELETE /user-educations/${id}`)
  await send(ann, `DELETE /user-educations/${id}`)
  await send(ann, `DELETE /user-educations/${id}`)
}

async function recordFiles({ send, admin, ann, bob }: Scene) {
  const upload = (name: string, content: string, purpose = 'document') => {
    const { payload, contentType } = multipart({ purpose, file: { name, content } })
    return send(ann, 'POST /storage/files', undefined, { payload, headers: { 'content-type': contentType } })
  }
  const { id } = (await upload('Über notes.txt', 'some notes')).json().item
  await upload('me.png', 'no image', 'avatar')
  await upload('big.txt', 'x'.repeat(100_001))
  await send(ann, 'POST /storage/files', { purpose: 'document' })
  await send(ann, 'GET /storage/files?orderBy=-size')
  await send(admin, `GET /storage/files?userId=${ann.id}&purpose=avatar`)
  await send(ann, `GET /storage/files?userId=${bob.id}`)
  await send(ann, `GET /storage/files/${id}`)
  await send(bob, `GET /storage/files/${id}`)
  await send(ann, `GET /storage/files/${id}/content`)
  await send(ann, 'GET /storage/files/999999/content')
  await send(ann, `DELETE /storage/files/${id}`)
  await send(ann, `DELETE /storage/files/${id}`)
}

/** The last one, because ann is archived afterwards. */
export async function recordOffboarding({ send, owner, admin, ann, bob }: Scene) {
  await send(owner, `GET /users/${ann.id}/offboarding`)
  await send(owner, `POST /users/${ann.id}/offboard`, { successorId: bob.id })
  await send(admin, `POST /users/${owner.id}/offboard`, {})
}
