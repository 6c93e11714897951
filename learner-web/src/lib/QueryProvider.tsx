import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** What asks the server stands inside this: `<Suspense><Data>…</Data></Suspense>`. */
export const QueryProvider = lazyScreen(() => import('./QueryClientRoot.tsx'))
