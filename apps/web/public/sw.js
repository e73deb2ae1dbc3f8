// Caches the application itself, so that it opens immediately and offline. API responses are never cached: they don't
// pass through here.

/* The build replaces the empty list with the names of all built files, so every build is a new worker. */
const built = []
const page = '/app/'
/** Files of the page whose names don't change between builds. */
const named = ['/app/favicon.svg', '/app/manifest.webmanifest']
/** The files are the same for every origin; `Vary` only matters for the API. */
const anyOrigin = { ignoreVary: true }
const isImmutable = path => path.startsWith('/app/assets/')

self.addEventListener('install', event => event.waitUntil(keepAll()))
self.addEventListener('activate', event => event.waitUntil(forgetOthers()))
self.addEventListener('message', event => {
  if (event.data === 'take over') self.skipWaiting()
})
self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newest(request, page))
  else if (named.includes(pathname)) event.respondWith(newest(request, pathname))
  else if (isImmutable(pathname)) event.respondWith(keptFile(request))
})

/** Derived from the files it contains. */
async function cacheName() {
  const names = new TextEncoder().encode(built.join())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', names))
  return `atrium ${Array.from(digest.slice(0, 8), byte => byte.toString(16).padStart(2, '0')).join('')}`
}

async function keepAll() {
  const cache = await caches.open(await cacheName())
  await cache.addAll([page, ...named].map(path => new Request(path, { cache: 'reload' })))
  await Promise.all(built.map(path => keep(cache, path)))
}

/** Files of an earlier version are reused: their names include a hash of the content. */
async function keep(cache, path) {
  const response = (await caches.match(path, anyOrigin)) ?? (await fetch(path))
  if (response.ok) await cache.put(path, response)
}

async function forgetOthers() {
  const own = await cacheName()
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== own).map(name => caches.delete(name)))
  await self.clients.claim()
}

/** From the server; if it doesn't respond, or a proxy responds instead, from the cache. */
async function newest(request, path) {
  const kept = async () => (await caches.match(path, anyOrigin)) ?? Response.error()
  try {
    const response = await fetch(request)
    return response.status < 502 ? response : await kept()
  } catch {
    return kept()
  }
}

async function keptFile(request) {
  return (await caches.match(request, anyOrigin)) ?? fetch(request)
}

/** A notification with the tag of an earlier one, such as about the same task, takes its place. */
async function show(data) {
  const { title, body, url, tag } = data.json()
  const icon = '/app/icons/192.png'
  await self.registration.showNotification(title, { body, tag, renotify: true, icon, data: url })
}

/** In a window that is open already, if there is one. */
async function openPage(url) {
  const { origin } = self.location
  const target = new URL(url, origin)
  if (target.origin !== origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(client => new URL(client.url).pathname.startsWith(page))
  if (!shown) return self.clients.openWindow(target.href)
  await shown.focus()
  await shown.navigate(target.href).catch(() => self.clients.openWindow(target.href))
}
