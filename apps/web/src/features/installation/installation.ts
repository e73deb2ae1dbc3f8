import { showNotice } from '@atrium/ui/feedback/notifications'
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import i18next from 'i18next'

const CHECK_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

export const installOfferQuery = queryOptions<InstallOffer | null>({
  queryKey: ['install-offer'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The browser offers the installation once, soon after the start; the offer is kept until the user accepts it. */
export function keepInstallOffer(queryClient: QueryClient) {
  queryClient.setQueryDefaults(installOfferQuery.queryKey, installOfferQuery)
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    queryClient.setQueryData(installOfferQuery.queryKey, event as InstallOffer)
  })
  addEventListener('appinstalled', () => queryClient.setQueryData(installOfferQuery.queryKey, null))
}

/** Lets the browser cache the application itself (`public/sw.js`), and announces new versions. */
export async function cacheApplication() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = !serviceWorker.controller
  // Refused in private windows of some browsers; the application works without it.
  serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => {})
  const registration = await serviceWorker.ready
  if (registration.waiting) offerNewVersion(registration.waiting)
  registration.addEventListener('updatefound', () => whenInstalled(registration.installing, offerNewVersion))
  if (!isFirst) serviceWorker.addEventListener('controllerchange', () => offerReload(() => location.reload()))
  setInterval(() => void registration.update().catch(() => {}), CHECK_EVERY_MS)
}

function whenInstalled(worker: ServiceWorker | null, then: (worker: ServiceWorker) => void) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) then(worker)
  })
}

function offerNewVersion(waiting: ServiceWorker) {
  offerReload(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage('take over')
  })
}

/** Never reloads automatically: the user may be typing. */
function offerReload(reload: () => void) {
  showNotice({
    message: i18next.t('installation.newVersion'),
    action: { label: i18next.t('installation.reload'), run: reload },
    lastsMs: DAY_MS,
  })
}
