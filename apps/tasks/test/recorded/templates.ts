import type { Scene } from './actors.ts'

interface Recorded {
  project: { id: number }
  board: { id: number }
  task: { id: number }
}

export async function recordTemplates(
  { send, ann, bob, stranger }: Scene,
  { project, board, task }: Recorded,
) {
  await send(bob, 'GET /template/built-in?kind=board')
  const content = { tasks: [{ title: 'Release', checklist: ['Test', 'Publish'], dueInDays: 3 }] }
  const named = { name: 'Release', projectId: project.id }
  const { id } = (await send(ann, 'POST /template', { ...named, task: content })).json().item
  await send(bob, 'POST /template', { ...named, task: content })
  await send(ann, 'POST /template', { name: 'Release', task: content })
  await send(bob, `GET /template?projectId=${project.id}`)
  await send(bob, `GET /template/${id}`)
  await send(stranger, `GET /template/${id}`)
  await send(ann, `PUT /template/${id}`, { name: 'New release' })
  await send(bob, 'POST /task/from-template', { templateId: id })
  await send(stranger, 'POST /task/from-template', { templateId: id })
  await send(bob, `POST /task/${task.id}/template`, { name: 'Task' })
  await send(ann, `POST /task/${task.id}/template`, { name: 'Task' })
  await send(ann, `POST /board/${board.id}/template`, { name: 'Board' })
  const saved = await send(ann, `POST /project/${project.id}/template`, { name: 'Project', withTasks: false })
  await send(ann, `POST /project/${project.id}/board/from-template`, {
    name: 'Editorial',
    builtIn: 'editorial',
  })
  await send(ann, 'POST /project/from-template', { name: 'Again', templateId: saved.json().item.id })
  await send(stranger, `DELETE /template/${saved.json().item.id}`)
  await send(ann, `DELETE /template/${id}`)
  const plan = {
    columns: [{ externalId: 'l', title: 'Inbox' }],
    people: [{ externalId: 'p', name: 'Grace Hopper' }],
    tasks: [
      {
        externalId: 'a',
        title: 'Compile',
        column: 'l',
        assignees: ['p'],
        comments: [{ externalId: 'c', author: 'p', text: 'It is often easier to ask forgiveness.' }],
      },
    ],
  }
  await send(ann, `POST /project/${project.id}/import`, plan)
  await send(ann, `POST /project/${project.id}/import`, plan)
  await send(bob, `POST /project/${project.id}/import`, plan)
  await send(ann, `POST /project/${project.id}/import`, {
    tasks: [{ externalId: 'b', title: 'B', column: 'x' }],
  })
}
