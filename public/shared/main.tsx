import '../ui/tokens.css'
import '../ui/base.css'
import { render } from 'preact'
import { SharedPage } from './shared-page.tsx'

const root = document.getElementById('root')
if (root !== null) render(<SharedPage />, root)
// Another link that is opened in the same tab changes only what stands behind the `#`.
window.addEventListener('hashchange', () => window.location.reload())
