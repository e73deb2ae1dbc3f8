import { anonymous, type Scene } from './actors.ts'

export async function recordIntake(
  { send, ann, bob, stranger }: Scene,
  { project, board }: { project: { id: number }; board: { toDo: number } },
) {
  const url = `/project/${project.id}/intake-form`
  await send(bob, `GET /project/${project.id}/intake`)
  await send(stranger, `GET /project/${project.id}/intake`)
  await send(ann, `PUT /project/${project.id}/intake`, { isEnabled: true })
  await send(ann, `GET /project/${project.id}/intake`)
  const { id } = (await send(ann, `POST ${url}`, { name: 'Contact us', columnId: board.toDo })).json().item
  await send(ann, `POST ${url}`, { name: 'Elsewhere', columnId: 999_999 })
  await send(ann, `GET ${url}`)
  await send(ann, `PUT /intake-form/${id}`, { email: 'hidden', isEnabled: false })
  await send(anonymous, 'GET /form/unknown')
  await send(ann, `DELETE /intake-form/${id}`)
}
