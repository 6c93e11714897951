import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** Loaded with the first lesson that has a lab, because most lessons have none. */
export const LazyLabWorkspace = lazyScreen(() => import('./LabWorkspace.tsx'))
