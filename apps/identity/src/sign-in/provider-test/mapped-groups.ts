import { findGroup } from '#groups/group.queries.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import type { Findings, TestDeps } from './findings.ts'

/** Reports a group of ours that members should become members of although it was deleted; returns whether there is none. */
export async function testMappedGroups(
  { db }: TestDeps,
  { groupMapping }: StoredProvider,
  findings: Findings,
) {
  for (const { from, groupId } of groupMapping) {
    if (await findGroup(db, groupId)) continue
    findings.failed('groups', 'mapped_group_deleted', { from, groupId })
    return false
  }
  return true
}
