// Signs in with a passkey: the browser offers it in the field of the form, or by the button.

const part = document.getElementById('passkey')
const message = document.getElementById('passkey-message')
const returnTo = part.dataset.returnTo
let waiting = new AbortController()

if (window.isSecureContext && window.PublicKeyCredential?.parseRequestOptionsFromJSON) void start()

async function start() {
  const able = (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
  // At another address than the main one, the browser has to know that both are one service.
  if (part.dataset.main !== undefined && able.relatedOrigins === false) {
    const link = document.createElement('a')
    Object.assign(link, { href: part.dataset.main, textContent: part.dataset.there })
    part.replaceChildren(link)
    part.hidden = false
    return
  }
  part.hidden = false
  part.querySelector('button').addEventListener('click', () => {
    waiting.abort()
    void ask('optional')
  })
  if (await PublicKeyCredential.isConditionalMediationAvailable?.()) void ask('conditional')
}

async function ask(mediation) {
  waiting = new AbortController()
  const { signal } = waiting
  message.textContent = ''
  try {
    const options = await post('/login/passkey/options')
    if (!options.ok) return say(options)
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await options.json())
    const credential = await navigator.credentials.get({ publicKey, mediation, signal })
    const body = { credential: credential.toJSON(), return_to: returnTo }
    const answer = await post('/login/passkey', body)
    if (answer.ok) return location.assign((await answer.json()).return_to)
    // The device offers one that is not known here: it can forget it.
    if (answer.status === 404)
      await PublicKeyCredential.signalUnknownCredential?.({
        rpId: publicKey.rpId,
        credentialId: credential.id,
      })
    await say(answer)
  } catch (error) {
    if (!signal.aborted && error.name !== 'NotAllowedError') message.textContent = error.message
  }
}

function post(path, body = {}) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function say(answer) {
  const { detail } = await answer.json()
  message.textContent = part.dataset.failed || `${detail}.`
}
