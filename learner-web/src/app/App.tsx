import { LinkContext } from '@flagyard/ui/Link'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '../lib/query.ts'
import { AppLink } from './AppLink.tsx'
import { AppRoutes } from './router.tsx'

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <LinkContext value={AppLink}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </LinkContext>
    </QueryClientProvider>
  )
}
