import { Chip } from '@flagyard/ui/Chip'
import { StatusChip } from '../../../crud/RecordCards.tsx'
import { formatMoment } from '../../../lib/format.ts'
import type { ContentRecord } from '../content-record.ts'

/** Publication status, with chips for unpublished changes and a scheduled publication. */
export const ContentStatus = ({ record: { status, draft, planned } }: { record: ContentRecord }) => (
  <>
    <StatusChip status={status} />
    {draft && <Chip tone="info">Changes that nobody sees yet</Chip>}
    {planned && (
      <Chip tone="warn">
        {planned.refused ? 'Not published at its hour' : `To be published ${formatMoment(planned.at)}`}
      </Chip>
    )}
  </>
)
