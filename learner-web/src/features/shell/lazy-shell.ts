import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** Loaded with the first environment that has a shell. */
export const LazyLabShell = lazyScreen(() => import('./LabShell.tsx'))
export const LazyRehearsal = lazyScreen(() => import('./Rehearsal.tsx'))
