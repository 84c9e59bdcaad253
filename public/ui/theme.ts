// Loaded before anything is drawn, so that a chosen appearance does not flash.

function show(chosen: string | null): void {
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
  else delete document.documentElement.dataset['theme']
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const theme = meta.dataset['theme']
    meta.media = chosen === theme ? '' : chosen ? 'not all' : `(prefers-color-scheme: ${theme})`
  }
}

show(localStorage.getItem('theme'))
// Chosen in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') show(newValue)
})

// The first formatter of a tab takes a phone 0.2 s. This script need not wait for the styles, which stand
// after it, and the others are yet to come.
if (document.currentScript?.dataset['formats'] !== undefined) {
  new Intl.NumberFormat(document.documentElement.lang)
}
