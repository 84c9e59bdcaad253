// The service worker of /app/: files from its cache, pages from the network only, because they are
// personal. VERSION and the other names in capitals are put in when the pages are built.
const CACHE = `hearth-${VERSION}`
const OFFLINE = '/offline'

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)))
})

addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await registration.navigationPreload?.enable()
      // The previous version's files stay for the tabs that still run it.
      const old = (await caches.keys()).filter((name) => name.startsWith('hearth-')).slice(0, -2)
      await Promise.all(old.map((name) => caches.delete(name)))
      await clients.claim()
    })(),
  ),
)

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate') event.respondWith(page(event))
})

async function asset(event) {
  const { request } = event
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  const copy = answer.clone()
  if (answer.ok) event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)))
  return answer
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return caches.match(OFFLINE)
  }
}
