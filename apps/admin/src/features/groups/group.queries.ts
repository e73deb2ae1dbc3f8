import type { GroupMember, NewGroup } from '@atrium/identity/groups/group.contract'
import * as contracts from '@atrium/identity/groups/group.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { api, itemQuery, replyQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'
import { groupsKey } from '../../data/groups.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'

const PER_PAGE = 20

export function groupsQuery(search: string, page: number) {
  return {
    ...replyQuery([...groupsKey, 'list', search, page], contracts.listGroups, {
      query: { search, page, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

export function groupQuery(id: number) {
  return itemQuery([...groupsKey, id], contracts.getGroup, { params: { id } })
}

export function groupMembersQuery(id: number, search: string, page: number) {
  return {
    ...replyQuery([...groupsKey, id, 'members', search, page], contracts.listGroupMembers, {
      params: { id },
      query: { search, page, limit: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  }
}

export function useSaveGroup() {
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: async ({ id, ...group }: NewGroup & { id?: number | undefined }) =>
      id === undefined
        ? (await api(contracts.createGroup, { body: group })).item
        : (await api(contracts.updateGroup, { params: { id }, body: group })).item,
    onSuccess: useInvalidation(groupsKey),
  })
}

export function useDeleteGroup() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteGroup, { params: { id } }),
    onSuccess: useRefreshRights(),
  })
}

export function useAddMember(id: number) {
  return useRightsChange((userId: number) =>
    api(contracts.addGroupMember, { params: { id, userId } }).then(({ item }) => item),
  )
}

export function useRemoveMember(id: number) {
  return useRightsChange(({ userId }: Pick<GroupMember, 'userId'>) =>
    api(contracts.removeGroupMember, { params: { id, userId } }),
  )
}

export function useAssignGroupRole(id: number) {
  return useRightsChange((roleId: number) => api(contracts.assignGroupRole, { params: { id, roleId } }))
}

export function useUnassignGroupRole(id: number) {
  return useRightsChange((roleId: number) => api(contracts.unassignGroupRole, { params: { id, roleId } }))
}

/** Members and roles of a group decide what users can do, the reader included. */
function useRightsChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  return useMutation({
    mutationFn,
    meta: { showsOwnErrors: true },
    onError: useRefusalNotice(),
    onSettled: useRefreshRights(),
  })
}

function useRefreshRights() {
  return useInvalidation(groupsKey, ['users'], ['audit'], currentUserQuery.queryKey)
}
