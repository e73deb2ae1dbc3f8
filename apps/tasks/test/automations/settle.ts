import { consumePage } from '@atrium/database/outbox/consume'
import { registerConsumers } from '@atrium/database/outbox/outbox'
import { runProject } from '#automations/execute-run.ts'
import type { Deps } from '#deps.ts'
import { outbox } from '#projects/activity.queries.ts'

/** From now on, events are kept for the consumer of automations. */
export function listenToEvents({ db }: Deps) {
  return registerConsumers(db, ['automations'])
}

/** Does what the worker does, until nothing follows any more. */
export async function settle(deps: Deps) {
  const consumer = deps.consumers.find(({ name }) => name === 'automations')
  if (!consumer) throw new Error('the consumer is missing')
  for (;;) {
    while (await consumePage(deps.db, outbox, consumer));
    const waiting = await deps.db
      .selectFrom('automationRuns')
      .where('status', '=', 'waiting')
      .select('projectId')
      .distinct()
      .execute()
    if (waiting.length === 0) return
    for (const { projectId } of waiting) await runProject(deps, projectId)
  }
}
