import { type Group, LOCAL, listGroups } from '@atrium/identity/groups/group.contract'
import { listSignInProviders } from '@atrium/identity/sign-in/providers/provider.contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { itemsQuery } from '../api.ts'
import { useHasPermission } from './current-user.ts'

export const groupsKey = ['groups']
export const signInProvidersKey = ['sign-in-providers']

const ALL = 1000

/** For choices; larger installations search on the page of the groups. */
const allGroupsQuery = itemsQuery([...groupsKey, 'all'], listGroups, { query: { limit: ALL } })

export function useAllGroups() {
  const hasPermission = useHasPermission()
  return useQuery({ ...allGroupsQuery, enabled: hasPermission('groups.manage') })
}

export function userGroupsQuery(userId: number) {
  return itemsQuery([...groupsKey, 'of-user', userId], listGroups, { query: { userId, limit: ALL } })
}

export const signInProvidersQuery = itemsQuery(signInProvidersKey, listSignInProviders, {
  query: { limit: ALL },
})

/** Returns the name of where a group or a membership comes from, as far as the reader knows it. */
export function useSourceName() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { data: providers = [] } = useQuery({
    ...signInProvidersQuery,
    enabled: hasPermission('sign_in_providers.manage'),
  })
  return (source: string) => {
    if (source === LOCAL || source === 'scim') return t(`groups.sources.${source}`)
    return providers.find(({ slug }) => slug === source)?.name ?? source
  }
}

export function isManagedElsewhere({ source }: Pick<Group, 'source'>) {
  return source !== LOCAL
}
