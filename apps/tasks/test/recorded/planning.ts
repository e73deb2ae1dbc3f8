import type { Scene } from './actors.ts'

export async function recordPlanning({ send, ann, eve, stranger }: Scene, task: { id: number }) {
  const url = `/task/${task.id}/plan`
  await send(eve, `PUT ${url}`, { day: '2024-03-01' })
  await send(eve, `PUT ${url}`, { day: '2024-03-04', afterTaskId: null })
  await send(eve, `PUT ${url}`, { day: 'tomorrow' })
  await send(stranger, `PUT ${url}`, { day: '2024-03-01' })
  await send(eve, 'GET /plan?from=2024-03-04')
  await send(eve, 'GET /plan')
  await send(ann, 'GET /plan?from=2024-03-04')
  await send(eve, 'POST /plan/roll-over', { day: '2024-03-05' })
  await send(eve, 'POST /plan/roll-over', {})
  await send(eve, `DELETE ${url}`)
  await send(stranger, `DELETE ${url}`)
}
