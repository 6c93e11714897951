import '@flagyard/ui/base.css'
import { readConsent } from '@flagyard/ui/consent'
import { startMonitoring } from '@flagyard/ui/monitoring'
import { saveReferrer } from '@flagyard/ui/referrer'
import { followTheme } from '@flagyard/ui/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console, createRouter } from './App.tsx'
import { api, session } from './providers/api.ts'

followTheme()
readConsent()
saveReferrer()
startMonitoring()
void session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into.')
createRoot(root).render(
  <StrictMode>
    <Console router={createRouter({ api, session })} />
  </StrictMode>,
)
