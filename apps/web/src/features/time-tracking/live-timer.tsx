import { useQuery, useQueryClient } from '@tanstack/react-query'
import { currentUserQuery } from '../../data/current-user.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'

/** The same person may start and stop the timer on another device. */
export function LiveTimer() {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(currentUserQuery)
  useLiveMessages(({ event, data }) => {
    if (event !== 'change' || (data.type !== 'time.started' && data.type !== 'time.stopped')) return
    if (data.patch.userId !== user?.id) return
    void queryClient.invalidateQueries({ queryKey: ['time'] })
  })
  return null
}
