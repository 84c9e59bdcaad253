// Loaded before anything is drawn, so that a chosen appearance does not flash.
function show(chosen: string | null): void {
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
  else delete document.documentElement.dataset['theme']
}

show(localStorage.getItem('theme'))
// Chosen in another tab.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === 'theme') show(newValue)
})
