import type { Scene } from './actors.ts'

interface Place {
  project: { id: number }
  task: { id: number }
}

export async function recordFields({ send, ann, bob, eve, stranger }: Scene, { project, task }: Place) {
  const url = `/project/${project.id}/field`
  const list = {
    name: 'Severity',
    type: 'select',
    options: [{ name: 'Low', isDefault: true }, { name: 'High' }],
  }
  const { id, options } = (await send(ann, `POST ${url}`, list)).json().item
  await send(ann, `POST ${url}`, list)
  await send(ann, `POST ${url}`, { name: '', type: 'color' })
  await send(eve, `POST ${url}`, { name: 'Mine', type: 'text' })
  const points = (
    await send(ann, `POST ${url}`, { name: 'Points', type: 'number', showsOnCard: true })
  ).json().item
  await send(eve, `GET ${url}`)
  await send(stranger, `GET ${url}`)
  await send(ann, `POST ${url}/reorder`, { fieldIds: [points.id, id] })
  await send(ann, `POST ${url}/reorder`, { fieldIds: [999999] })
  await send(ann, `PUT /field/${id}`, { isRequired: true })
  const added = (await send(ann, `POST /field/${id}/option`, { name: 'Urgent', color: '#ff0000' })).json()
    .item
  const optionIds = added.options.map((option: { id: number }) => option.id).toReversed()
  await send(ann, `POST /field/${id}/option/reorder`, { optionIds })
  await send(ann, `POST /field/${id}/option/reorder`, { optionIds: [options[0].id] })
  await send(ann, `PUT /field/option/${options[1].id}`, { name: 'Very high' })
  await send(bob, `PUT /task/${task.id}`, { fields: { [id]: options[1].id, [points.id]: 5 } })
  await send(bob, `PUT /task/${task.id}`, { fields: { [id]: null, [points.id]: 'five' } })
  await send(ann, `DELETE /field/option/${options[1].id}`)
  await send(ann, `DELETE /field/option/${options[1].id}?force=true`)
  await send(ann, `GET /field/${points.id}/type-change?type=date`)
  await send(ann, `POST /field/${points.id}/change-type`, { type: 'date', losses: 'refuse' })
  await send(ann, `POST /field/${points.id}/change-type`, { type: 'text', losses: 'refuse' })
  await send(ann, `DELETE /field/${points.id}`)
  await send(ann, `DELETE /field/${points.id}?force=true`)
  await send(ann, `DELETE /field/${id}`)
}
