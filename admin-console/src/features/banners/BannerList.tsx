import type { BannerRecord } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { formatAgo } from '../../lib/format.ts'
import { BannerStateChip, bannerStates, plainText, scheduleOf } from './BannerInputs.tsx'

const Col = Column<BannerRecord>

const filters: Filters<'listBannersForAdmin'> = { q: search('Message'), state: choices('State', bannerStates) }

export default function BannerList() {
  return (
    <CrudList<'listBannersForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<BannerRecord>
        primaryText={plainText}
        tertiaryText={BannerStateChip}
        secondaryText={scheduleOf}
        empty="No banners yet. Banners are shown on the learner site until visitors close them."
      >
        <Col source="position" label="Position" align="right" />
        <Col source="content" label="Message" wraps render={(banner) => <RecordLink>{plainText(banner)}</RecordLink>} />
        <Col source="state" label="State" render={BannerStateChip} />
        <Col source="shows_from" label="Schedule" long render={scheduleOf} />
        <Col source="updated_at" label="Changed" render={(banner) => formatAgo(banner.updated_at)} />
      </Rows>
    </CrudList>
  )
}
