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
  const { send, eve, stranger } = scene
  await send(eve, `GET /task/${place.task.id}?`)
  await send(eve, `GET /task/${place.task.id}/activity?limit=100`)
  await send(stranger, `GET /task/${place.task.id}/activity`)
  await send(eve, `GET /project/${place.project.id}/activity?limit=100`)
  await send(stranger, `GET /project/${place.project.id}/activity`)
}

async function recordComments({ send, ann, bob, eve }: Scene, { task }: Place) {
  const url = `/task/${task.id}/comment`
  const { id } = (await send(bob, `POST ${url}`, { text: `Look, @[${ann.id}]` })).json().item
  await send(bob, `POST ${url}`, { text: '  ' })
  await send(eve, `POST ${url}`, { text: 'Me too' })
  await send(eve, `GET ${url}?orderBy=-id`)
  await send(bob, `PUT /comment/${id}`, { text: 'Look again' })
  await send(ann, `PUT /comment/${id}`, { text: 'Not mine' })
  await send(eve, `DELETE /comment/${id}`)
  const second = (await send(ann, `POST ${url}`, { text: 'Answer' })).json().item
  await send(ann, `DELETE /comment/${second.id}`)
  await send(ann, `DELETE /comment/${second.id}`)
}

async function recordChecklist({ send, bob, eve }: Scene, { task }: Place) {
  const url = `/task/${task.id}/checklist`
  const first = (await send(bob, `POST ${url}`, { title: 'Reproduce' })).json().item
  const second = (await send(bob, `POST ${url}`, { title: 'Repair', beforeItemId: first.id })).json().item
  await send(bob, `POST ${url}`, { title: '', afterItemId: 0 })
  await send(eve, `POST ${url}`, { title: 'Mine' })
  await send(eve, `GET ${url}`)
  await send(bob, `PUT /checklist/${first.id}`, { isDone: true, beforeItemId: second.id })
  await send(bob, `PUT /checklist/${first.id}`, { afterItemId: 999999 })
  await send(eve, `PUT /checklist/${first.id}`, { isDone: false })
  await send(bob, `DELETE /checklist/${second.id}`)
  await send(bob, `DELETE /checklist/${second.id}`)
}

async function recordStickers({ send, admin, ann, bob, eve, stranger }: Scene, { project, task }: Place) {
  await send(ann, `GET /sticker?projectId=${project.id}&orderBy=-name`)
  await send(stranger, `GET /sticker?projectId=${project.id}`)
  const own = { name: 'Urgent', color: '#ff0000', icon: 'fire', projectId: project.id }
  const { id } = (await send(ann, 'POST /sticker', own)).json().item
  await send(ann, 'POST /sticker', own)
  await send(ann, 'POST /sticker', { name: '', color: 'red' })
  await send(ann, 'POST /sticker', { name: 'Everywhere' })
  await send(eve, 'POST /sticker', { ...own, name: 'Mine' })
  const shared = (await send(admin, 'POST /sticker', { name: 'Everywhere' })).json().item
  await send(ann, `PUT /sticker/${id}`, { name: 'Very urgent', icon: null })
  await send(ann, `PUT /sticker/${shared.id}`, { name: 'Mine' })
  const url = `/task/${task.id}/sticker`
  await send(bob, `POST ${url}`, { stickerId: id })
  await send(bob, `POST ${url}`, { stickerId: id })
  await send(bob, `POST ${url}`, { stickerId: 999999 })
  await send(eve, `POST ${url}`, { stickerId: shared.id })
  await send(bob, `POST ${url}`, { stickerId: shared.id })
  await send(eve, `GET ${url}`)
  await send(bob, `DELETE ${url}/${id}`)
  await send(bob, `DELETE ${url}/${id}`)
  await send(ann, `DELETE /sticker/${id}`)
  await send(ann, `DELETE /sticker/${id}`)
}

async function recordAttachments({ send, bob, eve, stranger, ...scene }: Scene, { task }: Place) {
  const attach = (caller: typeof bob, name: string, content: string) => {
    const { payload, contentType } = multipart({ file: { name, content } })
    const headers = { 'content-type': contentType }
    return send(caller, `POST /task/${task.id}/attachment`, undefined, { payload, headers })
  }
  const { id } = (await attach(bob, 'Über notes.txt', 'some notes')).json().item
  await attach(bob, 'big.txt', 'x'.repeat(100_001))
  await attach(eve, 'notes.txt', 'mine')
  await send(bob, `POST /task/${task.id}/attachment`, { file: 'text' })
  await send(eve, `GET /task/${task.id}/attachment`)
  await send(eve, `GET /attachment/${id}`)
  await send(stranger, `GET /attachment/${id}`)
  await send(eve, `GET /attachment/${id}/content`)
  await send(stranger, `GET /attachment/${id}/content`)
  await send(eve, `DELETE /attachment/${id}`)
  const second = (await attach(scene.ann, 'plan.txt', 'a plan')).json().item
  await send(bob, `DELETE /attachment/${second.id}`)
  await send(scene.ann, `DELETE /attachment/${second.id}`)
  await send(scene.ann, `DELETE /attachment/${second.id}`)
}
