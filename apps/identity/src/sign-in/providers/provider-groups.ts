import type { StoredProvider } from './provider.queries.ts'

/** Whether it matters which groups of the provider someone is in. */
export function usesGroups({ requiredGroup, groupMapping }: StoredProvider) {
  return requiredGroup !== null || groupMapping.length > 0
}

export function hasRequiredGroup({ requiredGroup, kind }: StoredProvider, groups: string[]) {
  return requiredGroup === null || groups.some(isGroup(kind, requiredGroup))
}

/** The ids of the groups here whose member someone in these groups of the provider becomes. */
export function mappedGroupIds({ groupMapping, kind }: StoredProvider, groups: string[]) {
  const ids = groupMapping
    .filter(({ from }) => groups.some(isGroup(kind, from)))
    .map(({ groupId }) => groupId)
  return [...new Set(ids)]
}

/** DNs are compared without regard to case and to spaces after commas (RFC 4514). */
function isGroup(kind: StoredProvider['kind'], expected: string) {
  const normal = (group: string) =>
    kind === 'ldap' ? group.toLowerCase().replaceAll(/\s*,\s*/g, ',') : group
  return (group: string) => normal(group) === normal(expected)
}
