import * as contracts from '@atrium/tasks/sharing/share.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../../api.ts'

const ALL = 100

const keyOf = (boardId: number) => ['shares', boardId]

export function sharesQuery(boardId: number) {
  return itemsQuery(keyOf(boardId), contracts.listShares, { params: { id: boardId }, query: { limit: ALL } })
}

export function useCreateShare(boardId: number) {
  return useMutation({
    mutationFn: (body: contracts.NewShare) => api(contracts.createShare, { params: { id: boardId }, body }),
    onSuccess: useInvalidation(keyOf(boardId)),
  })
}

export function useRevokeShare(boardId: number) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (id: number) => api(contracts.deleteShare, { params: { id } }),
    onSuccess: useInvalidation(keyOf(boardId)),
  })
}
