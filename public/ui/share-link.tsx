import './share-link.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CopyButton } from './copy.tsx'
import { fill } from './fill.ts'
import { fullTime, timeLeft } from './format.ts'
import { m } from './share/messages/en.ts'

interface Link {
  path: string
  urls: readonly string[]
  expires_at: string
}

/** A link to be opened on another device: as a QR code and to copy, by an address of choice. */
export function ShareLink({ link: { path, urls, expires_at } }: { link: Link }) {
  const chosen = useSignal(0)
  // Where the service listens on this machine alone, another device cannot reach it.
  const url = urls[chosen.value] ?? urls[0]
  if (url === undefined) return <Unreachable path={path} />
  return (
    <div class="share">
      <QrCode text={url} />
      <div class="share-words">
        {urls.length > 1 && (
          <label class="field">
            <span>{m.address}</span>
            <select
              class="input"
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = Number(currentTarget.value)
              }}
            >
              {urls.map((one, index) => (
                <option key={one} value={index}>
                  {originOf(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        <p class="share-url">
          <span class="mono">{url}</span>
          <CopyButton text={() => url} label={m.copyLink} />
        </p>
        <p class="quiet small">
          {fill(m.goodFor, {
            time: <span title={fullTime(expires_at)}>{m.forTime(timeLeft(expires_at))}</span>,
          })}{' '}
          {url.startsWith('http:') ? m.ownNetworkOnly : m.opensAnywhere} {m.shownOnce}
        </p>
      </div>
    </div>
  )
}

function Unreachable({ path }: { path: string }) {
  const url = window.location.origin + path
  return (
    <div>
      <p class="notice">{fill(m.thisMachineOnly, { setting: <code>HOST=0.0.0.0</code> })}</p>
      <p class="share-url">
        <span class="mono">{url}</span>
        <CopyButton text={() => url} label={m.copyLink} />
      </p>
    </div>
  )
}

/** Dark on white in both themes, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const shape = useSignal<{ size: number; path: string } | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void import('uqr').then(({ encode }) => {
      if (isGone) return
      const { data, size } = encode(text, { border: 3 })
      const path = data.flatMap((row, y) =>
        row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
      )
      shape.value = { size, path: path.join('') }
    })
    return () => {
      isGone = true
    }
  }, [text])
  const { value: drawn } = shape
  return (
    <svg
      class="share-code"
      role="img"
      aria-label={m.qrCode}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      shape-rendering="crispEdges"
    >
      <path d={drawn?.path ?? ''} />
    </svg>
  )
}

function originOf(url: string): string {
  return new URL(url).origin
}
