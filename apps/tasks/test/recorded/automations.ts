import type { Scene } from './actors.ts'

interface Place {
  project: { id: number }
  task: { id: number }
}

export async function recordAutomations({ send, ann, bob, eve, stranger }: Scene, { project, task }: Place) {
  const list = `/project/${project.id}/automation`
  const rule = { trigger: { type: 'button' }, actions: [{ type: 'comment', text: 'Seen {task.title}' }] }
  const { id } = (await send(ann, `POST ${list}`, { name: 'Seen', ...rule })).json().item
  await send(ann, `POST ${list}`, {
    name: 'Every Monday',
    trigger: { type: 'schedule', at: 'mon 09:00', timeZone: 'Europe/Berlin' },
    condition: 'priority = high',
    actions: [{ type: 'set_fields', change: { dueDate: 'today+7' } }],
    isEnabled: false,
  })
  await send(ann, `POST ${list}`, { name: 'Nothing', trigger: { type: 'never' }, actions: [] })
  await send(ann, `POST ${list}`, { ...rule, name: 'Unread', condition: 'priority = = high' })
  await send(bob, `POST ${list}`, { name: 'Mine', ...rule })
  await send(ann, `GET ${list}`)
  await send(stranger, `GET ${list}`)
  await send(ann, `GET /automation/${id}`)
  await send(ann, `PUT /automation/${id}`, { name: 'Read' })
  await send(ann, 'POST /automation/preview', {
    projectId: project.id,
    ...rule,
    trigger: { type: 'created' },
  })
  await send(bob, `GET /task/${task.id}/automation`)
  await send(eve, `GET /task/${task.id}/automation`)
  await send(bob, `POST /automation/${id}/press`, { taskId: task.id })
  await send(bob, `POST /automation/${id}/press`, { taskId: 999999 })
  await send(ann, `PUT /automation/${id}`, { isEnabled: false })
  await send(bob, `POST /automation/${id}/press`, { taskId: task.id })
  await send(ann, `GET /automation/${id}/run`)
  await send(bob, `GET /automation/${id}/run`)
  await send(bob, `DELETE /automation/${id}`)
  await send(ann, `DELETE /automation/${id}`)
  await send(ann, `GET /automation/${id}`)
}
