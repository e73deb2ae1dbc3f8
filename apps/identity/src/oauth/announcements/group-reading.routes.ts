import type { Deps } from '#deps.ts'
import { findGroup, listGroups } from '#groups/group.queries.ts'
import { listAllMemberIds } from '#groups/group-member.queries.ts'
import type { Route } from '#route.ts'
import { MAX_FOUND, readGroups } from './group-reading.contract.ts'
import { authenticateTaskService } from './task-service.ts'

/** In a context that replies with OAuth errors. */
export function groupReadingRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(readGroups, {}, async ({ body: { id, search }, request }) => {
    await authenticateTaskService(deps, request)
    if (id !== undefined) {
      const group = await findGroup(db, id)
      return { groups: group ? [{ ...group, memberIds: await listAllMemberIds(db, id) }] : [] }
    }
    const found = { page: 1, limit: MAX_FOUND, orderBy: 'name' as const, ...(search && { search }) }
    return { groups: (await listGroups(db, found)).items }
  })
}
