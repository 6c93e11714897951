import { LinkContext } from '@flagyard/ui/Link'
import { BrowserRouter } from 'react-router-dom'
import { AppLink } from './AppLink.tsx'
import { AppRoutes } from './router.tsx'

export function App() {
  return (
    <LinkContext value={AppLink}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </LinkContext>
  )
}
