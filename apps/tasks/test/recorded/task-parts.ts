import { multipart } from '@atrium/testing/forms'
import type { Scene } from './actors.ts'

interface Place {
  project: { id: number }
  task: { id: number }
}

export async function recordTaskParts(scene: Scene, place: Place) {
  await recordComments(scene, place)
  await recordChecklist(scene, place)
  await recordStickers(scene, place)
  await recordAttachments(scene, place)
  const { ask, eve, stranger } = scene
  await ask(eve, `GET /task/${place.task.id}?`)
  await ask(eve, `GET /task/${place.task.id}/activity?limit=100`)
  await ask(stranger, `GET /task/${place.task.id}/activity`)
  await ask(eve, `GET /project/${place.project.id}/activity?limit=100`)
  await ask(stranger, `GET /project/${place.project.id}/activity`)
}

async function recordComments({ ask, ann, bob, eve }: Scene, { task }: Place) {
  const url = `/task/${task.id}/comment`
  const { id } = (await ask(bob, `POST ${url}`, { text: `Look, @[${ann.id}]` })).json().item
  await ask(bob, `POST ${url}`, { text: '  ' })
  await ask(eve, `POST ${url}`, { text: 'Me too' })
  await ask(eve, `GET ${url}?orderBy=-id`)
  await ask(bob, `PUT /comment/${id}`, { text: 'Look again' })
  await ask(ann, `PUT /comment/${id}`, { text: 'Not mine' })
  await ask(eve, `DELETE /comment/${id}`)
  const second = (await ask(ann, `POST ${url}`, { text: 'Answer' })).json().item
  await ask(ann, `DELETE /comment/${second.id}`)
  await ask(ann, `DELETE /comment/${second.id}`)
}

async function recordChecklist({ ask, bob, eve }: Scene, { task }: Place) {
  const url = `/task/${task.id}/checklist`
  const first = (await ask(bob, `POST ${url}`, { title: 'Reproduce' })).json().item
  const second = (await ask(bob, `POST ${url}`, { title: 'Repair', beforeItemId: first.id })).json().item
  await ask(bob, `POST ${url}`, { title: '', afterItemId: 0 })
  await ask(eve, `POST ${url}`, { title: 'Mine' })
  await ask(eve, `GET ${url}`)
  await ask(bob, `PUT /checklist/${first.id}`, { isDone: true, beforeItemId: second.id })
  await ask(bob, `PUT /checklist/${first.id}`, { afterItemId: 999999 })
  await ask(eve, `PUT /checklist/${first.id}`, { isDone: false })
  await ask(bob, `DELETE /checklist/${second.id}`)
  await ask(bob, `DELETE /checklist/${second.id}`)
}

async function recordStickers({ ask, admin, ann, bob, eve, stranger }: Scene, { project, task }: Place) {
  await ask(ann, `GET /sticker?projectId=${project.id}&orderBy=-name`)
  await ask(stranger, `GET /sticker?projectId=${project.id}`)
  const own = { name: 'Urgent', color: '#ff0000', icon: 'fire', projectId: project.id }
  const { id } = (await ask(ann, 'POST /sticker', own)).json().item
  await ask(ann, 'POST /sticker', own)
  await ask(ann, 'POST /sticker', { name: '', color: 'red' })
  await ask(ann, 'POST /sticker', { name: 'Everywhere' })
  await ask(eve, 'POST /sticker', { ...own, name: 'Mine' })
  const shared = (await ask(admin, 'POST /sticker', { name: 'Everywhere' })).json().item
  await ask(ann, `PUT /sticker/${id}`, { name: 'Very urgent', icon: null })
  await ask(ann, `PUT /sticker/${shared.id}`, { name: 'Mine' })
  const url = `/task/${task.id}/sticker`
  await ask(bob, `POST ${url}`, { stickerId: id })
  await ask(bob, `POST ${url}`, { stickerId: id })
  await ask(bob, `POST ${url}`, { stickerId: 999999 })
  await ask(eve, `POST ${url}`, { stickerId: shared.id })
  await ask(bob, `POST ${url}`, { stickerId: shared.id })
  await ask(eve, `GET ${url}`)
  await ask(bob, `DELETE ${url}/${id}`)
  await ask(bob, `DELETE ${url}/${id}`)
  await ask(ann, `DELETE /sticker/${id}`)
  await ask(ann, `DELETE /sticker/${id}`)
}

async function recordAttachments({ ask, bob, eve, stranger, ...scene }: Scene, { task }: Place) {
  const attach = (who: typeof bob, name: string, content: string) => {
    const { payload, contentType } = multipart({ file: { name, content } })
    const headers = { 'content-type': contentType }
    return ask(who, `POST /task/${task.id}/attachment`, undefined, { payload, headers })
  }
  const { id } = (await attach(bob, 'Über notes.txt', 'some notes')).json().item
  await attach(bob, 'big.txt', 'x'.repeat(100_001))
  await attach(eve, 'notes.txt', 'mine')
  await ask(bob, `POST /task/${task.id}/attachment`, { file: 'text' })
  await ask(eve, `GET /task/${task.id}/attachment`)
  await ask(eve, `GET /attachment/${id}`)
  await ask(stranger, `GET /attachment/${id}`)
  await ask(eve, `GET /attachment/${id}/content`)
  await ask(stranger, `GET /attachment/${id}/content`)
  await ask(eve, `DELETE /attachment/${id}`)
  const second = (await attach(scene.ann, 'plan.txt', 'a plan')).json().item
  await ask(bob, `DELETE /attachment/${second.id}`)
  await ask(scene.ann, `DELETE /attachment/${second.id}`)
  await ask(scene.ann, `DELETE /attachment/${second.id}`)
}
