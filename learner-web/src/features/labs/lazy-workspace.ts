import { lazyScreen } from '@flagyard/ui/lazyScreen'

/** Fetched with the first lesson that has a lab: most lessons of a course have none. */
export const LazyLabWorkspace = lazyScreen(() => import('./LabWorkspace.tsx'))
