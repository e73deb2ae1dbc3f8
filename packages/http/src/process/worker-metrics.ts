import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { WorkerChannel } from './worker-channel.ts'

type Metrics = { aggregator?: string }[]

interface Answer {
  request: number
  worker: number
  metrics: Metrics
}

/** Longer than a worker waits for a value that it reads. */
const ANSWER_TIMEOUT_MS = 1500

/**
 * Whichever worker is asked reports the metrics of all, each with its label `worker`. They are not added up: when a worker
 * is replaced, the sum of a counter would drop, and Prometheus would take it for a restart of the whole service.
 */
export function gatherMetrics(channel: WorkerChannel, own: Registry, shared: Registry) {
  own.setDefaultLabels({ worker: String(channel.number) })
  const answered = new Map<number, (answer: Answer) => void>()
  let requests = 0

  channel.subscribe('metrics wanted', async (request, sender) => {
    const answer = { request, worker: channel.number, metrics: await own.getMetricsAsJSON() }
    channel.publish('metrics', answer, sender)
  })
  channel.subscribe('metrics', payload => {
    const answer = payload as Answer
    answered.get(answer.request)?.(answer)
  })

  async function askOthers() {
    requests += 1
    const request = requests
    const answers: Answer[] = []
    const all = new Promise<void>(resolve => {
      answered.set(request, answer => {
        answers.push(answer)
        if (new Set(answers.map(({ worker }) => worker)).size >= channel.count - 1) resolve()
      })
    })
    channel.publish('metrics wanted', request)
    await Promise.race([all, sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })])
    answered.delete(request)
    return answers.map(({ metrics }) => metrics)
  }

  return async () => {
    const others = askOthers()
    const parts = [
      await own.getMetricsAsJSON(),
      await shared.getMetricsAsJSON(),
      ...(await others),
    ] as Metrics[]
    // prom-client would leave out or average some of them, which is not needed for values with different labels.
    const metrics = parts.map(part => part.map(metric => ({ ...metric, aggregator: 'sum' })))
    return AggregatorRegistry.aggregate(metrics).metrics()
  }
}
