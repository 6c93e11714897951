import '@flagyard/ui/base.css'
import { readConsent } from '@flagyard/ui/consent'
import { startMonitoring } from '@flagyard/ui/monitoring'
import { saveReferrer } from '@flagyard/ui/referrer'
import { followTheme } from '@flagyard/ui/theme'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadScreen } from './app/Screen.tsx'
import { mayBeSignedIn, session } from './lib/session.ts'

followTheme()
readConsent()
saveReferrer()
startMonitoring()
// A visitor without a session is not refreshed here; a guarded screen tries it in any case, behind its gate.
if (mayBeSignedIn()) void session.start()

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root to render into.')
const root = createRoot(element)

/** How long the page stays as it came; then a spinner says that the screen is on its way. A page with text can be read meanwhile. */
const FRAME_ALONE_MS = element.querySelector('main') ? 15_000 : 1_000
const patience = new Promise((resolve) => setTimeout(resolve, FRAME_ALONE_MS))
void Promise.race([preloadScreen(location.pathname), patience]).then(() => {
  // As a transition, so that the browser paints and hears between the parts of the first screen and not after all of them.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
})
