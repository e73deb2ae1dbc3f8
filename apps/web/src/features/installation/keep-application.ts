import { showNotice } from '@atrium/ui/feedback/notifications'
import i18next from 'i18next'

const LOOK_FOR_NEWS_EVERY_MS = 3_600_000
const A_DAY_MS = 86_400_000

/** Lets the browser keep the application itself (`public/sw.js`), and says when there is a newer one. */
export async function keepApplication() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = !serviceWorker.controller
  // Refused in private windows of some browsers; the application works without it.
  serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => {})
  const registration = await serviceWorker.ready
  if (registration.waiting) offerNewVersion(registration.waiting)
  registration.addEventListener('updatefound', () => whenInstalled(registration.installing, offerNewVersion))
  if (!isFirst) serviceWorker.addEventListener('controllerchange', () => offerReload(() => location.reload()))
  setInterval(() => void registration.update().catch(() => {}), LOOK_FOR_NEWS_EVERY_MS)
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

/** Nothing is reloaded by itself: somebody may be typing. */
function offerReload(reload: () => void) {
  showNotice({
    message: i18next.t('installation.newVersion'),
    action: { label: i18next.t('installation.reload'), run: reload },
    lastsMs: A_DAY_MS,
  })
}
