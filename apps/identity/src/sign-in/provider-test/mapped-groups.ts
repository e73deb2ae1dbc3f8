import { findGroup } from '#groups/group.queries.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import { mappedGroupIds } from '../providers/provider-groups.ts'
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

/** Names the groups here that someone in these groups of the provider becomes a member of; empty if there are none. */
export async function nameMappedGroups(
  { db }: Pick<TestDeps, 'db'>,
  provider: StoredProvider,
  groups: string[],
) {
  const mapped = await Promise.all(mappedGroupIds(provider, groups).map(id => findGroup(db, id)))
  return mapped.flatMap(group => (group ? [group.name] : [])).join(', ')
}
