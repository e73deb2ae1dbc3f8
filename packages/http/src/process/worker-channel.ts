import cluster from 'node:cluster'

type Listener = (payload: unknown, sender: number) => void

/** How the supervisor gets and passes on what a worker publishes. */
export interface WorkerMessage {
  topic: string
  payload: unknown
  sender: number
  /** All others, if it is left out. */
  recipient?: number | undefined
}

/** Carries messages to the other workers of this service. They may be lost, so nothing must depend on one. */
export interface WorkerChannel {
  /** From 1 to `count`; a worker that replaces another has its number. */
  number: number
  count: number
  publish: (topic: string, payload: unknown, recipient?: number) => void
  subscribe: (topic: string, listener: Listener) => void
}

/** None in a service with a single process. */
export function openWorkerChannel(): WorkerChannel | undefined {
  if (!cluster.isWorker) return undefined
  const listeners = new Map<string, Listener>()
  process.on('message', (message: Partial<WorkerMessage>) => {
    listeners.get(message?.topic ?? '')?.(message.payload, Number(message.sender))
  })
  const sender = cluster.worker?.id ?? 0
  return {
    number: Number(process.env.ATRIUM_WORKER),
    count: Number(process.env.ATRIUM_WORKERS),
    publish: (topic, payload, recipient) => {
      const message: WorkerMessage = { topic, payload, sender, recipient }
      process.send?.(message, undefined, undefined, () => {})
    },
    subscribe: (topic, listener) => void listeners.set(topic, listener),
  }
}
