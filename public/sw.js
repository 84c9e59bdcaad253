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
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === SHARED) event.respondWith(share(request))
  if (request.method !== 'GET') return
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

// What has happened, by its kind: no text of the person is sent, unless they have asked for it.
addEventListener('push', (event) => {
  const { path, title, words } = event.data.json()
  const options = { body: words, icon: ICON, badge: BADGE, tag: path, data: path }
  event.waitUntil(registration.showNotification(title, options))
})

addEventListener('notificationclick', (event) => {
  const { data } = event.notification
  event.notification.close()
  event.waitUntil(
    clients.matchAll({ type: 'window' }).then((open) => {
      const shown = open.find(({ url }) => url === location.origin + data)
      return shown ? shown.focus() : clients.openWindow(data)
    }),
  )
})

// Any page can send this form: it is only put aside for the page that shows it, and nothing is done
// before a press there.
async function share(request) {
  let query = ''
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter(({ size }) => size)
    const texts = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean)
    await caches.delete('shared')
    const cache = await caches.open('shared')
    const kept = files.slice(0, MAX_FILES)
    await Promise.all(kept.map((file, index) => cache.put(`/${index}`, new Response(file))))
    const about = {
      text: [...new Set(texts)].join('\n').slice(0, MAX_TEXT),
      names: kept.map(({ name }) => name),
      more: files.length - kept.length,
    }
    await cache.put('/about', Response.json(about))
  } catch {
    query = '?failed'
  }
  return Response.redirect(SHARED + query, 303)
}
