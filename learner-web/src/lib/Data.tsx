import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** What asks the server stands inside this: `<Suspense><Data>…</Data></Suspense>`. */
export const Data = lazyScreen(() => import('./DataProvider.tsx'))
