import { multipart, png } from '@atrium/testing/forms'
import { goodPassword } from '../people.ts'
import { nobody, type Scene } from './actors.ts'

export async function recordUsers(scene: Scene) {
  await recordProfiles(scene)
  await recordContacts(scene)
  await recordEducations(scene)
  await recordFiles(scene)
}

async function recordProfiles({ ask, register, owner, admin, ann, bob }: Scene) {
  await ask(nobody, 'POST /users', { email: 'no address', phone: '1', password: 'short', consent: false })
  await ask(nobody, 'POST /users', {
    email: ann.email,
    phone: '+12025550103',
    password: goodPassword,
    surname: 'Sample',
    name: 'Sam',
    consent: true,
  })
  await ask(admin, 'GET /users?search=example.org&orderBy=-email&limit=2')
  await ask(admin, 'GET /users?status=everything&page=0')
  await ask(ann, 'GET /users')
  await ask(ann, 'GET /users/me')
  await ask(ann, `GET /users/${ann.id}`)
  await ask(ann, `GET /users/${bob.id}`)
  await ask(admin, 'GET /users/999999')
  const profile = { patronymic: 'Ivanovich', birthDate: '1990-02-28', gender: 'male', stack: 'SQL' }
  await ask(ann, `PUT /users/${ann.id}`, { ...profile, preferredContact: 'telegram' })
  await ask(ann, `PUT /users/${ann.id}`, { birthDate: '1990-02-30', cityId: 999999, isOwner: true })
  await ask(ann, `PUT /users/${ann.id}`, { postId: 1 })
  await ask(ann, `PUT /users/${bob.id}`, { name: 'Robert' })
  const form = multipart({ stack: 'TypeScript', clear: 'gender', avatar: { name: 'me.png', content: png } })
  await ask(ann, `POST /users/${ann.id}/update`, undefined, {
    payload: form.payload,
    headers: { 'content-type': form.contentType },
  })
  await ask(ann, `POST /users/${ann.id}/update`, { clear: ['surname'] })
  await ask(ann, `POST /users/${ann.id}/passport-change`, { phone: '+12025550199' })
  await ask(ann, `POST /users/${ann.id}/passport-change`, { phone: '+12025550102', currentPassword: 'wrong' })
  await ask(ann, `POST /users/${ann.id}/passport-change`, {
    phone: '+12025550199',
    currentPassword: goodPassword,
  })
  await ask(admin, `POST /users/${ann.id}/passport-change`, { password: 'password' })
  await ask(ann, `GET /users/${ann.id}/export`)
  await ask(ann, `GET /users/${bob.id}/export`)

  const gone = await register('gone', '+12025550105')
  await ask(ann, `DELETE /users/${gone.id}`)
  await ask(admin, `DELETE /users/${gone.id}`)
  await ask(admin, `DELETE /users/${gone.id}`)
  await ask(admin, 'GET /users?status=archived')
  await ask(admin, `POST /users/${gone.id}/restore`)
  await ask(admin, `POST /users/${gone.id}/restore`)
  await ask(admin, `DELETE /users/${owner.id}`)
  await ask(owner, `DELETE /users/${owner.id}`)
}

async function recordContacts({ ask, admin, ann, bob }: Scene) {
  const contact = { type: 'telegram', value: '@ann_sample', label: 'Work', isPrimary: true }
  const { id } = (await ask(ann, 'POST /user-contacts', contact)).json().item
  await ask(ann, 'POST /user-contacts', contact)
  await ask(ann, 'POST /user-contacts', { type: 'email', value: 'no address' })
  await ask(ann, 'POST /user-contacts', { userId: bob.id, type: 'other', value: 'Here' })
  await ask(ann, 'GET /user-contacts')
  await ask(admin, `GET /user-contacts?userId=${ann.id}&orderBy=-id`)
  await ask(ann, `GET /user-contacts?userId=${bob.id}`)
  await ask(ann, `GET /user-contacts/${id}`)
  await ask(bob, `GET /user-contacts/${id}`)
  await ask(ann, `PUT /user-contacts/${id}`, { label: null, isPrimary: false })
  await ask(ann, `PUT /user-contacts/${id}`, { type: 'phone' })
  await ask(bob, `DELETE /user-contacts/${id}`)
  await ask(ann, `DELETE /user-contacts/${id}`)
  await ask(ann, `DELETE /user-contacts/${id}`)
}

async function recordEducations({ ask, admin, ann, bob }: Scene) {
  const school = { institution: 'State school', startedOn: '2001-09-01', finishedOn: '2006-06-30' }
  const { id } = (await ask(ann, 'POST /user-educations', { ...school, degree: 'Master' })).json().item
  await ask(ann, 'POST /user-educations', { ...school, finishedOn: '2000-01-01' })
  await ask(ann, 'POST /user-educations', { userId: bob.id, ...school })
  await ask(ann, 'GET /user-educations')
  await ask(admin, `GET /user-educations?userId=${ann.id}&orderBy=-startedOn`)
  await ask(ann, `GET /user-educations?userId=${bob.id}`)
  await ask(ann, `GET /user-educations/${id}`)
  await ask(bob, `GET /user-educations/${id}`)
  await ask(ann, `PUT /user-educations/${id}`, { degree: null, fieldOfStudy: 'Law' })
  await ask(ann, `PUT /user-educations/${id}`, { startedOn: '2010-01-01' })
  await ask(bob, `DELETE /user-educations/${id}`)
  await ask(ann, `DELETE /user-educations/${id}`)
  await ask(ann, `DELETE /user-educations/${id}`)
}

async function recordFiles({ ask, admin, ann, bob }: Scene) {
  const upload = (name: string, content: string, purpose = 'document') => {
    const { payload, contentType } = multipart({ purpose, file: { name, content } })
    return ask(ann, 'POST /storage/files', undefined, { payload, headers: { 'content-type': contentType } })
  }
  const { id } = (await upload('Über notes.txt', 'some notes')).json().item
  await upload('me.png', 'no image', 'avatar')
  await upload('big.txt', 'x'.repeat(100_001))
  await ask(ann, 'POST /storage/files', { purpose: 'document' })
  await ask(ann, 'GET /storage/files?orderBy=-size')
  await ask(admin, `GET /storage/files?userId=${ann.id}&purpose=avatar`)
  await ask(ann, `GET /storage/files?userId=${bob.id}`)
  await ask(ann, `GET /storage/files/${id}`)
  await ask(bob, `GET /storage/files/${id}`)
  await ask(ann, `GET /storage/files/${id}/content`)
  await ask(ann, 'GET /storage/files/999999/content')
  await ask(ann, `DELETE /storage/files/${id}`)
  await ask(ann, `DELETE /storage/files/${id}`)
}
