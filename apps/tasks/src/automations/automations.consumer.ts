import type { Consumer, StoredEvent } from '#projects/activity.queries.ts'
import { enqueueRuns } from './enqueue-runs.ts'
import { type ListeningAutomation, listChains, listListening, type NewRun } from './run.queries.ts'
import { isStartedBy, watchedTypes } from './triggers.ts'

/** Writes a run for each event that starts an automation; a job does what the automation says. */
export function automations({ now }: { now: () => Date }): Consumer {
  return {
    name: 'automations',
    types: watchedTypes,
    handle: async (tx, events) => {
      const projectIds = [...new Set(events.map(({ projectId }) => projectId))]
      const listening = await listListening(tx, projectIds)
      if (listening.length === 0) return
      const started = events.flatMap(event =>
        listening
          .filter(automation => isConcerned(automation, event))
          .map(automation => ({ automation, event })),
      )
      const chains = await listChains(tx, [
        ...new Set(started.flatMap(({ event }) => event.automationRunId ?? [])),
      ])
      const runs = started.map(({ automation, event }): NewRun => {
        const earlier = event.automationRunId === null ? undefined : chains.get(event.automationRunId)
        return {
          projectId: event.projectId,
          automationId: automation.id,
          occasion: `event:${event.id}`,
          eventId: event.id,
          taskId: event.taskId,
          actorId: event.actorId,
          cause: earlier?.cause ?? `event:${event.id}`,
          depth: (earlier?.depth ?? 0) + 1,
        }
      })
      await enqueueRuns(tx, runs, now())
    },
  }
}

function isConcerned(automation: ListeningAutomation, event: StoredEvent) {
  return (
    automation.projectId === event.projectId &&
    event.id > automation.sinceEventId &&
    isStartedBy(automation.trigger, event)
  )
}
