// What the pages gain by a script: search, copying, and sending requests. The key stays in memory.
import { search as find } from './search.js'

const isApi = document.body.classList.contains('api')
const tools = document.getElementById('tools')
const search = field({
  type: 'search',
  label: 'Search the manual and the API',
  placeholder: 'Search',
})
const key = field({
  type: 'password',
  label: 'API key for trying requests; kept in this page only',
  placeholder: 'API key',
})
tools.append(search)
if (isApi) tools.append(key)
const results = document.createElement('section')
results.id = 'results'
results.hidden = true
results.setAttribute('aria-label', 'Search results')
document.getElementById('content').prepend(results)
const announced = document.createElement('p')
announced.setAttribute('role', 'status')
results.append(announced)
tools.addEventListener('submit', (event) => {
  event.preventDefault()
  results.querySelector('a')?.click()
})

/** Loaded when somebody wants to search. */
let index
function loadIndex() {
  index ??= fetch('/docs/search.json')
    .then((answer) => answer.json())
    .catch(() => {
      index = undefined
      return []
    })
  return index
}

search.addEventListener('focus', loadIndex)
search.addEventListener('input', () => {
  const text = search.value.trim()
  if (isApi) filter(text.toLowerCase())
  void showResults(text)
})
search.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') results.querySelector('a')?.focus()
  else if (event.key === 'Escape' && search.value !== '') {
    search.value = ''
    search.dispatchEvent(new Event('input'))
  } else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  search.focus()
})

/** Links of earlier versions, when the API reference was at /docs. */
if (!isApi && location.pathname === '/docs' && /^#(?:[a-z]+_|schema-|error-)/.test(location.hash))
  location.replace(`/docs/api${location.hash}`)

for (const figure of document.querySelectorAll('figure'))
  addCopy(figure, figure.querySelector('pre'))
if (!isApi)
  for (const sample of document.querySelectorAll('article pre')) addCopy(framed(sample), sample)
for (const article of document.querySelectorAll('article[data-method]')) addTry(article)

/** Shows what answers a question; on a page of the API, which filters itself, of the manual only. */
async function showResults(text) {
  const entries = text === '' ? [] : await loadIndex()
  if (search.value.trim() !== text) return
  const ofManual = isApi ? entries.filter(({ url }) => !url.startsWith('/docs/api')) : entries
  const found = text === '' ? [] : find(ofManual, text, isApi ? 4 : 10)
  results.replaceChildren(announced, ...found.map(resultOf))
  results.hidden = text === ''
  announced.textContent =
    found.length === 0 ? 'Nothing found. Try fewer or other words.' : `${found.length} results`
  if (isApi) announced.textContent += ' in the manual'
}

function resultOf({ page, title, url, text }) {
  const link = document.createElement('a')
  link.href = url
  const name = document.createElement('b')
  name.textContent = title === page ? title : `${page}: ${title}`
  const words = document.createElement('span')
  const own = text.startsWith(title) ? text.slice(title.length).trim() : text
  words.textContent = own.length > 140 ? `${own.slice(0, 140)}…` : own
  link.append(name, words)
  link.addEventListener('click', () => {
    // A place on this page is shown below the results.
    search.value = ''
    if (isApi) filter('')
    void showResults('')
  })
  return link
}

/** A frame for what belongs to a sample. */
function framed(sample) {
  const frame = document.createElement('div')
  frame.className = 'sample'
  sample.replaceWith(frame)
  frame.append(sample)
  return frame
}

function field({ type, label, placeholder }) {
  const input = document.createElement('input')
  Object.assign(input, { type, placeholder, autocomplete: 'off', spellcheck: false })
  input.setAttribute('aria-label', label)
  return input
}

function button(text, onClick) {
  const one = document.createElement('button')
  Object.assign(one, { type: 'button', textContent: text })
  one.addEventListener('click', onClick)
  return one
}

/** Shows the routes whose text has every word, and the groups that have such a route. */
function filter(text) {
  const words = text.split(/\s+/)
  const nav = document.querySelector('nav')
  nav.classList.toggle('found', text !== '')
  const found = new Set()
  for (const article of document.querySelectorAll('article')) {
    const content = article.textContent.toLowerCase()
    article.hidden = !words.every((word) => content.includes(word))
    if (!article.hidden) found.add(article.id)
  }
  for (const section of document.querySelectorAll('main > section:not(#results)')) {
    const articles = [...section.querySelectorAll('article')]
    section.hidden = text !== '' && !articles.some((article) => !article.hidden)
  }
  for (const link of nav.querySelectorAll('ul ul a'))
    link.parentElement.hidden = !found.has(link.hash.slice(1))
  for (const item of nav.querySelectorAll(':scope > ul > li')) {
    const links = [...item.querySelectorAll('ul li')]
    item.hidden = text !== '' && !links.some((link) => !link.hidden)
  }
}

function addCopy(frame, sample) {
  const copy = button('Copy', async () => {
    const text = sample.textContent.trimEnd()
    copy.textContent = (await copied(text)) ? 'Copied' : 'Select it'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, 2000)
  })
  copy.className = 'copy'
  frame.append(copy)
}

/** The clipboard exists only on https and on this machine. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** A form below the examples of a route, made when it is opened first. */
function addTry(article) {
  const figures = [...article.querySelectorAll('figure.curl')]
  if (figures.length === 0) return
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = 'Try it'
  details.append(summary)
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(tryForm(article, figures[0]))
  })
  figures.at(-1).after(details)
}

function tryForm({ dataset }, figure) {
  const { method, path, query } = dataset
  const form = document.createElement('form')
  form.className = 'try'
  const inputOf = (name) => {
    const input = field({ type: 'text', label: name, placeholder: name })
    form.append(input)
    return [name, input]
  }
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inputOf(name))
  const fields = query.split(' ').filter(Boolean).map(inputOf)
  const example = bodyOf(figure)
  const body = document.createElement('textarea')
  if (example !== undefined) {
    body.value = example.text
    body.spellcheck = false
    body.setAttribute('aria-label', 'Body')
    form.append(body)
  }
  const status = document.createElement('span')
  status.setAttribute('role', 'status')
  const send = button('Send', () => undefined)
  send.type = 'submit'
  const stop = button('Stop', () => running?.abort())
  stop.className = 'quiet'
  stop.hidden = true
  const actions = document.createElement('div')
  actions.className = 'actions'
  actions.append(send, stop, status)
  const output = document.createElement('pre')
  output.tabIndex = 0
  output.hidden = true
  const code = document.createElement('code')
  output.append(code)
  form.append(actions, output)
  let running
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    running?.abort()
    const own = new AbortController()
    running = own
    stop.hidden = false
    const filled = fields.filter(([, input]) => input.value !== '')
    const queryText = new URLSearchParams(filled.map(([name, input]) => [name, input.value]))
    const url = parameters.reduce(
      (text, [name, input]) => text.replace(`{${name}}`, encodeURIComponent(input.value)),
      queryText.size === 0 ? path : `${path}?${queryText}`,
    )
    const request = { method, headers: {}, signal: own.signal, credentials: 'same-origin' }
    if (key.value !== '') request.headers.authorization = `Bearer ${key.value}`
    if (example !== undefined) {
      request.headers['content-type'] = example.type
      request.body = body.value
    }
    await showAnswer(url, request, { status, output, code })
    if (running === own) stop.hidden = true
  })
  return form
}

/** The body of an example, as the command has it. */
function bodyOf(figure) {
  const text = figure.querySelector('pre').textContent
  const fields = [...text.matchAll(/ -d (?:'((?:[^']|'\\'')*)'|(\S+))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll("'\\''", "'") ?? bare,
  )
  if (fields.length === 0) return undefined
  const [, type = 'application/x-www-form-urlencoded'] =
    /Content-Type: ([\w/+.-]+)/.exec(text) ?? []
  return { type, text: fields.join('&') }
}

/** Sends a request and shows the answer while it arrives. */
async function showAnswer(url, request, { status, output, code }) {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  output.hidden = false
  code.textContent = ''
  status.textContent = 'Waiting …'
  let words
  try {
    const answer = await fetch(url, request)
    words = `${answer.status} ${answer.statusText}`.trim()
    status.textContent = `${words}, arriving …`
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader.read())
      code.append(part.value)
    if (answer.headers.get('content-type')?.startsWith('application/json'))
      code.textContent = indented(code.textContent)
    status.textContent = `${words}, ${seconds()}`
  } catch {
    if (request.signal.aborted) status.textContent = `Stopped, ${seconds()}`
    else if (words === undefined) status.textContent = 'The service does not answer'
    else status.textContent = `${words}, broken off after ${seconds()}`
  }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
