import type { Scene } from './actors.ts'

export async function recordReports(
  { services: { deps }, send, ann, eve, stranger }: Scene,
  project: { id: number },
) {
  const { now } = deps
  deps.now = () => new Date('2024-03-02T12:00:00Z')
  const url = `/project/${project.id}`
  await send(ann, `PUT ${url}`, { goal: 'Open in spring', startDate: '2024-03-01', targetDate: '2024-04-30' })
  await send(ann, `PUT ${url}`, { targetDate: '2024-02-01' })
  await send(eve, `GET ${url}/overview?timeZone=UTC`)
  await send(stranger, `GET ${url}/overview`)
  for (const name of ['flow', 'throughput', 'cycle-time', 'burn-up', 'estimates']) {
    await send(eve, `GET ${url}/report/${name}?from=2024-03-01&timeZone=UTC`)
    await send(eve, `GET ${url}/report/${name}?from=2024-03-01&timeZone=UTC&format=csv`)
    await send(stranger, `GET ${url}/report/${name}`)
  }
  await send(ann, 'GET /portfolio')
  await send(ann, 'GET /workload?days=7')
  await send(eve, 'GET /workload?today=2024-02-30')
  await send(eve, `GET ${url}/report/flow?from=2024-03-02&to=2024-03-01&boardId=999999&filter=mood`)
  deps.now = now
}
