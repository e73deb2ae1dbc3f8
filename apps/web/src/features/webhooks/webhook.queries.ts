import { publicEventTypes } from '@atrium/tasks/outbox/event-document.contract'
import * as contracts from '@atrium/tasks/webhooks/webhook.contract'
import { useInvalidation } from '@atrium/ui/queries'
import type { WebhookInput, WebhookSource } from '@atrium/ui/webhooks/webhook-source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'

const ALL = 1000
const SHOWN = 50
const REFRESH_MS = 3000

export function useWebhookSource(projectId: number): WebhookSource {
  const queryKey = ['project', projectId, 'webhooks']
  const refresh = useInvalidation(queryKey)
  return {
    query: useQuery(
      itemsQuery(queryKey, contracts.listWebhooks, { params: { id: projectId }, query: { limit: ALL } }),
    ),
    types: publicEventTypes,
    save: useMutation({
      mutationFn: ({ id, ...body }: WebhookInput) =>
        id === undefined
          ? api(contracts.createWebhook, { params: { id: projectId }, body })
          : api(contracts.updateWebhook, { params: { id }, body }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (id: number) => api(contracts.deleteWebhook, { params: { id } }),
      onSuccess: refresh,
    }),
    test: useMutation({
      mutationFn: (id: number) => api(contracts.testWebhook, { params: { id } }),
      onSuccess: refresh,
    }),
    rotate: useMutation({
      mutationFn: (id: number) => api(contracts.rotateWebhookSecret, { params: { id } }),
      onSuccess: refresh,
    }),
    resend: useMutation({
      mutationFn: (id: number) => api(contracts.resendWebhookDelivery, { params: { id } }),
      onSuccess: refresh,
    }),
    useDeliveries,
  }
}

function useDeliveries(id: number) {
  const request = { params: { id }, query: { limit: SHOWN } }
  const deliveries = itemsQuery(['webhooks', id, 'deliveries'], contracts.listWebhookDeliveries, request)
  return useQuery({ ...deliveries, refetchInterval: REFRESH_MS })
}
