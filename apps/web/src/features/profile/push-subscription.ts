import * as contracts from '@atrium/tasks/notifications/push/push.contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'

const KEY = ['push-subscription']

/** Service workers, and with them push, exist at secure addresses only. */
export function canPush() {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

export const pushQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => {
    const subscription = await (await findRegistration())?.pushManager.getSubscription()
    return { isOn: Boolean(subscription), isBlocked: Notification.permission === 'denied' }
  },
  staleTime: 0,
})

/** Never waits for a worker that was not registered, as in development. */
async function findRegistration() {
  return navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL)
}

/** Turns the notifications of this browser on or off. */
export function useSwitchPush() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}

async function turnOn() {
  const registration = await findRegistration()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return
  const { item } = await api(contracts.getPushKey, {})
  const former = await registration.pushManager.getSubscription()
  await former?.unsubscribe() // it may be for a former key
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: item.publicKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await api(contracts.subscribeToPush, { body: { endpoint, keys: { p256dh, auth } } }).catch(async error => {
    await subscription.unsubscribe()
    throw error
  })
}

async function turnOff() {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await api(contracts.unsubscribeFromPush, { query: { endpoint } })
}
