import type { Scene } from './actors.ts'

interface Place {
  project: { id: number }
  task: { id: number }
}

export async function recordCycles({ send, ann, bob, eve, stranger }: Scene, { project, task }: Place) {
  const url = `/project/${project.id}/cycle`
  const days = { startDate: '2024-03-01', endDate: '2024-03-04' }
  const first = (await send(ann, `POST ${url}`, { name: 'Sprint 1', ...days, goal: 'Ship it' })).json().item
  const next = (await send(ann, `POST ${url}`, { name: 'Sprint 2' })).json().item
  await send(ann, `POST ${url}`, { name: '', startDate: '2024-03-04', endDate: '2024-03-01' })
  await send(ann, `POST ${url}`, { name: 'Backwards', startDate: '2024-03-04', endDate: '2024-03-01' })
  await send(eve, `POST ${url}`, { name: 'Mine' })
  await send(ann, `PUT /cycle/${next.id}`, { startDate: '2024-03-05' })
  await send(bob, `PUT /task/${task.id}`, { cycleId: first.id })
  await send(bob, `PUT /task/${task.id}`, { cycleId: 999999 })
  await send(bob, `GET /task?cycleId=${first.id}&limit=1`)
  await send(bob, 'GET /task?cycleId=soon')
  await send(eve, `GET ${url}`)
  await send(stranger, `GET ${url}`)
  const report = `/project/${project.id}/report`
  await send(eve, `GET ${report}/burn-down?cycleId=${first.id}`)
  await send(eve, `GET ${report}/burn-down?cycleId=${first.id}&format=csv`)
  await send(eve, `GET ${report}/burn-down?cycleId=999999`)
  await send(eve, `GET ${report}/capacity?cycleId=${first.id}`)
  await send(ann, `POST /cycle/${first.id}/finish`, { carryOverTo: first.id })
  await send(ann, `POST /cycle/${first.id}/finish`, { carryOverTo: next.id })
  await send(ann, `POST /cycle/${first.id}/finish`, {})
  await send(ann, `DELETE /cycle/${next.id}`)
  await send(eve, `DELETE /cycle/${first.id}`)
  const milestones = `/project/${project.id}/milestone`
  const { id } = (await send(ann, `POST ${milestones}`, { name: 'Launch', date: '2024-04-01' })).json().item
  await send(ann, `POST ${milestones}`, { name: 'Launch', date: 'soon' })
  await send(eve, `GET ${milestones}`)
  await send(ann, `PUT /milestone/${id}`, { date: '2024-04-08' })
  await send(eve, `DELETE /milestone/${id}`)
  await send(ann, `DELETE /milestone/${id}`)
}
