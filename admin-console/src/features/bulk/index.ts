import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { BulkIcon } from '../../crud/icons.tsx'
import type { ConsoleResource } from '../../resource-options.ts'

export const bulkJobs: ConsoleResource = {
  name: 'bulk_jobs',
  icon: BulkIcon,
  options: { label: 'Bulk jobs', resourceLabel: ['job', 'jobs'], group: 'owner' },
  list: lazyScreen(() => import('./BulkJobList.tsx')),
  edit: lazyScreen(() => import('./BulkJobShow.tsx')),
  recordRepresentation: 'action',
}
