import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** Wraps whatever queries the server: `<Suspense><QueryProvider>…</QueryProvider></Suspense>`. Loaded apart from the shell. */
export const QueryProvider = lazyScreen(() => import('./QueryClientRoot.tsx'))
