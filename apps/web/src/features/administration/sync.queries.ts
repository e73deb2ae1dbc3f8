import { get, type Item } from '@atrium/ui/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'

export interface SyncCounts {
  created: number
  updated: number
  unchanged: number
  archived: number
  failed: number
  tookMs: number
}

export function useSynchronise() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => get<Item<SyncCounts>>('/users/sync'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
}
