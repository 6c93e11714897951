import '@flagyard/ui/base.css'
import { readConsent } from '@flagyard/ui/consent'
import { startMonitoring } from '@flagyard/ui/monitoring'
import { saveReferrer } from '@flagyard/ui/referrer'
import { followTheme } from '@flagyard/ui/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { mayBeSignedIn, session } from './lib/session.ts'

followTheme()
readConsent()
saveReferrer()
startMonitoring()
// A visitor without a session is not refreshed here; a guarded screen tries it in any case, behind its gate.
if (mayBeSignedIn()) void session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
