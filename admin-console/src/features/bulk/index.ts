import { lazyScreen } from '@flagyard/ui/lazyScreen'

export const bulkJobs = {
  name: 'bulk_jobs',
  options: { label: 'Bulk work' },
  list: lazyScreen(() => import('./BulkJobList.tsx')),
  edit: lazyScreen(() => import('./BulkJobPage.tsx')),
  recordRepresentation: 'action',
}
