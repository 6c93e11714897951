import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** Wraps components that query the server: `<Suspense><QueryProvider>…</QueryProvider></Suspense>`. Loaded separately from the shell. */
export const QueryProvider = lazyScreen(() => import('./QueryClientRoot.tsx'))
