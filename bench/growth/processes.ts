import { connectRedisBus } from '@atrium/events/redis-bus'
import { startRedisServer } from '@atrium/testing/redis-server'
import { waitUntil } from '@atrium/testing/wait-until'
import type { Report } from '../report.ts'

const PROCESSES = [1, 8, 32]
const PROJECTS = 1000
/** The projects that are open in some browser. Each process has a part of their streams. */
const OPEN_PROJECTS = 100
const MESSAGES = 10_000

/**
 * Counts the deliveries of Redis when the same streams are spread over more processes, each of which is represented by its
 * connection to Redis.
 */
export async function measureProcessGrowth(report: Report) {
  const redis = await startRedisServer()
  if (!redis) throw new Error('redis-server is not installed')
  try {
    const rows: string[][] = []
    for (const processes of PROCESSES) {
      const common = await deliveriesPerMessage(redis.url, processes, false)
      const byTopic = await deliveriesPerMessage(redis.url, processes, true)
      rows.push([String(processes), common.toFixed(2), byTopic.toFixed(2)])
    }
    report.addTable(
      'Deliveries per change on Redis',
      ['processes', 'on the common channel', 'by project'],
      rows,
    )
  } finally {
    await redis.kill()
  }
}

/** Every message goes to a project, one after the other; a tenth of the projects are followed, each by one process. */
async function deliveriesPerMessage(url: string, processes: number, hasTopics: boolean) {
  let deliveries = 0
  const ended = new Set<number>()
  const buses = await Promise.all(
    Array.from({ length: processes }, async (_, index) => {
      const bus = await connectRedisBus(url, 'bench', () => {})
      bus.onMessage(message => {
        if ('end' in message) ended.add(index)
        else deliveries += 1
      })
      return bus
    }),
  )
  const busOf = (project: number) => buses[project % processes]
  for (let project = 0; project < OPEN_PROJECTS; project += 1) await busOf(project)?.follow(topicOf(project))
  const [sender] = buses
  for (let message = 0; message < MESSAGES; message += 1) {
    const projectId = message % PROJECTS
    await sender?.publish({ projectId }, hasTopics ? topicOf(projectId) : undefined)
  }
  await sender?.publish({ end: true })
  await waitUntil(() => ended.size === processes)
  await Promise.all(buses.map(bus => bus.close()))
  return deliveries / MESSAGES
}

function topicOf(project: number) {
  return `project ${project}`
}
