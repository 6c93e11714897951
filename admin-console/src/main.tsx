import '@flagyard/ui/base.css'
import { startMonitoring } from '@flagyard/ui/monitoring'
import { followTheme } from '@flagyard/ui/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console, createRouter } from './App.tsx'
import { api, session } from './providers/api.ts'

followTheme()
startMonitoring()
void session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into.')
createRoot(root).render(
  <StrictMode>
    <Console router={createRouter({ api, session })} />
  </StrictMode>,
)
