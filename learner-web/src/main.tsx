import '@flagyard/ui/base.css'
import { readConsent } from '@flagyard/ui/consent'
import { startMonitoring } from '@flagyard/ui/monitoring'
import { saveReferrer } from '@flagyard/ui/referrer'
import { followTheme } from '@flagyard/ui/theme'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/router.tsx'
import { preloadScreen } from './app/Screen.tsx'
import { mayBeSignedIn, session } from './lib/session.ts'

followTheme()
readConsent()
saveReferrer()
startMonitoring()
// Visitors without a session need no refresh. Guarded screens try it anyway, behind their gate.
if (mayBeSignedIn()) void session.start()

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root to render into.')
const root = createRoot(element)

/**
 * Time in milliseconds until a spinner replaces the server-rendered page if the screen has not loaded. Longer for pages with text, which
 * can be read in the meantime.
 */
const FRAME_ALONE_MS = element.querySelector('main') ? 15_000 : 1_000
const patience = new Promise((resolve) => setTimeout(resolve, FRAME_ALONE_MS))
void Promise.race([preloadScreen(location.pathname), patience]).then(() => {
  // A transition, so that the browser can paint and handle input while the first screen renders.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
})
