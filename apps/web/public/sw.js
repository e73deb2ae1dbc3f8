// Keeps the application itself, so that it opens at once and also without a network. What the server knows is never
// kept: answers of the API do not pass through here at all.

/* Vite puts the names of everything it has built in place of the empty list: a new build is a new worker. */
const built = []
const page = '/app/'
/** What the page needs beside it, under names that stay. */
const named = ['/app/color-scheme.js', '/app/favicon.svg', '/app/manifest.webmanifest']
/** One file for every origin that asks, whatever `Vary` says for the API's sake. */
const anyOrigin = { ignoreVary: true }
const isImmutable = path => path.startsWith('/app/assets/')

self.addEventListener('install', event => event.waitUntil(keepAll()))
self.addEventListener('activate', event => event.waitUntil(forgetOthers()))
self.addEventListener('message', event => {
  if (event.data === 'take over') self.skipWaiting()
})
self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newest(request, page))
  else if (named.includes(pathname)) event.respondWith(newest(request, pathname))
  else if (isImmutable(pathname)) event.respondWith(keptFile(request))
})

/** By the files it holds. */
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

/** What an earlier version had is not loaded again: a name stands for a content. */
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

/** As the server has it; if it does not answer, or a proxy answers in its place, as it was kept. */
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
