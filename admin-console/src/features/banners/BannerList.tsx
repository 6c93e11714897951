import type { BannerRecord } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/filters.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { formatAgo } from '../../lib/format.ts'
import { BannerStateChip } from './BannerStateChip.tsx'
import { plainText } from './plainText.ts'
import { scheduleOf } from './schedule.ts'

const filters: Filters<'listBannersForAdmin'> = {
  q: search('Message'),
  state: choices('State', [
    ['active', 'Active'],
    ['planned', 'Planned'],
    ['ended', 'Ended'],
    ['off', 'Off'],
    ['removed', 'Removed'],
  ]),
}

export default function BannerList() {
  return (
    <CrudList<'listBannersForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<BannerRecord>
        primaryText={plainText}
        tertiaryText={(banner) => <BannerStateChip state={banner.state} />}
        secondaryText={scheduleOf}
        empty="A banner greets visitors at the bottom of the learner site until they close it. Add the first one."
      >
        <Column<BannerRecord> source="position" label="Position" align="right" />
        <Column<BannerRecord>
          source="content"
          label="Message"
          cellClassName="wraps"
          render={(banner) => <RecordLink>{plainText(banner)}</RecordLink>}
        />
        <Column<BannerRecord>
          source="state"
          label="State"
          render={(banner) => <BannerStateChip state={banner.state} />}
        />
        <Column<BannerRecord> source="shows_from" label="When" cellClassName="long" render={scheduleOf} />
        <Column<BannerRecord> source="updated_at" label="Changed" render={(banner) => formatAgo(banner.updated_at)} />
      </Rows>
    </CrudList>
  )
}
