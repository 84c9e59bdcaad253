// The search of the manual and the API: plain words over a small index, in the page itself.

/** Words of a question that say nothing about its subject. */
const EMPTY = new Set(
  'a an the i my me we our you your it is are be am was do does did can could should would will to of in on at for from by with and or not how what why where when which who there this that get have has want need use using make set up hearth please'.split(
    ' ',
  ),
)

/** Other words for the same thing, as owners write them. */
const SAME = {
  password: 'key',
  login: 'sign',
  signin: 'sign',
  log: 'sign',
  logon: 'sign',
  phone: 'phone',
  mobile: 'phone',
  iphone: 'phone',
  android: 'phone',
  tls: 'https',
  ssl: 'https',
  certificate: 'https',
  gpu: 'gpu',
  nvidia: 'nvidia',
  cuda: 'nvidia',
  rocm: 'amd',
  mac: 'apple',
  macbook: 'apple',
  docker: 'container',
  podman: 'container',
  lost: 'lose',
  upgrade: 'update',
  dictation: 'transcription',
  whisper: 'transcription',
  tts: 'speech',
  voice: 'speech',
  smart: 'home',
  hass: 'home',
  price: 'credit',
  cost: 'credit',
  family: 'family',
  wife: 'family',
  kids: 'family',
  invite: 'family',
}

/** The words of a text that the search compares. */
function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_/.-]*[\p{L}\p{N}]/gu) ?? []
}

function stemOf(word) {
  const plain = SAME[word] ?? word
  return plain.length > 5 ? plain.replace(/(?:ies|ing|ed|es|s|e|y)$/, '') : plain.replace(/s$/, '')
}

/** What a question asks for: its words without those that say nothing, unless there are no others. */
function stemsOf(question) {
  const words = wordsOf(question)
  const telling = words.filter((word) => !EMPTY.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(stemOf))]
}

/**
 * The places that answer a question best, at most `limit`.
 *
 * @param index Entries of /docs/search.json: page, title, url, text
 */
export function search(index, question, limit = 8) {
  const stems = stemsOf(question)
  if (stems.length === 0) return []
  const scored = index.map((entry) => ({ entry, ...scoreOf(entry, stems) }))
  const most = Math.max(...scored.map(({ found }) => found))
  if (most === 0) return []
  return scored
    .filter(({ found }) => found === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/** How many of the words an entry has, and how much they weigh: most in its title. */
function scoreOf({ page, title, text }, stems) {
  let score = 0
  let found = 0
  const inTitle = wordsOf(title)
  const inPage = wordsOf(page)
  const inText = text.toLowerCase()
  for (const stem of stems) {
    const own = inTitle.some((word) => stemOf(word) === stem || word.includes(stem))
    const exact = inTitle.length <= 2 && inTitle.some((word) => stemOf(word) === stem)
    const ofPage = inPage.some((word) => stemOf(word) === stem || word.startsWith(stem))
    const times = inText.split(stem).length - 1
    if (own || ofPage || times > 0) found++
    // A short part about a word is a better answer than a long one that names it often.
    const density = times / Math.sqrt(inText.length + 200)
    score += (own ? 6 : 0) + (exact ? 4 : 0) + (ofPage ? 3 : 0) + Math.min(4, density * 20)
  }
  return { score, found }
}
