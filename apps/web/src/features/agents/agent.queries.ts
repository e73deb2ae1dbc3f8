import * as agents from '@atrium/tasks/agents/agent.contract'
import * as proposals from '@atrium/tasks/mcp/proposals/proposal.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 200

export const agentsQuery = itemsQuery(['agents'], agents.listAgents, { query: { limit: ALL } })
export const proposalsQuery = itemsQuery(['agents', 'proposals'], proposals.listProposals, {
  query: { limit: ALL },
})

export function useChangeMode() {
  return useMutation({
    mutationFn: ({ id, mode }: { id: number; mode: 'acts' | 'proposes' }) =>
      api(agents.updateAgent, { params: { id }, body: { mode } }),
    onSettled: useInvalidation(['agents']),
  })
}

export function useStopAgent() {
  return useMutation({
    mutationFn: (id: number) => api(agents.stopAgent, { params: { id } }),
    onSettled: useInvalidation(['agents']),
  })
}

export function useUndoAgent() {
  return useMutation({
    mutationFn: ({ id, since }: { id: number; since: string }) =>
      api(agents.undoAgent, { params: { id }, body: { since } }),
    onSettled: useInvalidation(['agents'], ['board'], ['task'], ['project']),
  })
}

export function useDecide() {
  return useMutation({
    mutationFn: ({ id, isAccepted }: { id: number; isAccepted: boolean }) =>
      isAccepted
        ? api(proposals.acceptProposal, { params: { id } })
        : api(proposals.rejectProposal, { params: { id } }),
    onSettled: useInvalidation(['agents'], ['board'], ['task'], ['project']),
  })
}
