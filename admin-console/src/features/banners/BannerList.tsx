import type { BannerRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { DataTable } from 'react-admin'
import { capitalised, formatAgo } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { FilterChoices } from '../../lists/FilterChoices.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { RecordLink } from '../../lists/RecordLink.tsx'
import { BannerStateChip } from './BannerStateChip.tsx'
import { scheduleOf } from './schedule.ts'

const states = ['active', 'planned', 'ended', 'off'] as const

export default function BannerList() {
  return (
    <ListScreen<BannerRecord>
      title="Banners"
      of={['banner', 'banners']}
      sort={{ field: 'position', order: 'ASC' }}
      actions={<NewBanner />}
      filters={
        <FilterChoices
          label="State"
          choices={states.map((state) => ({ label: capitalised(state), value: { state } }))}
        />
      }
      table={<Table />}
      card={{
        head: (banner) => banner.content,
        mark: (banner) => <BannerStateChip state={banner.state} />,
        more: scheduleOf,
      }}
      empty="A banner greets visitors at the bottom of the learner site until they close it. Add the first one."
    />
  )
}

function NewBanner() {
  if (!useCapabilities().has('content')) return null
  return (
    <ButtonLink to={consolePaths.newBanner} variant="primary" size="small">
      New banner
    </ButtonLink>
  )
}

function Table() {
  return (
    <DataTable bulkActionButtons={false} rowClick="edit">
      <DataTable.NumberCol source="position" label="Place" />
      <DataTable.Col
        source="content"
        cellClassName="wraps"
        label="Message"
        disableSort
        render={(banner: BannerRecord) => <RecordLink>{banner.content}</RecordLink>}
      />
      <DataTable.Col
        source="state"
        label="State"
        disableSort
        render={(banner: BannerRecord) => <BannerStateChip state={banner.state} />}
      />
      <DataTable.Col source="shows_from" label="When" disableSort render={scheduleOf} />
      <DataTable.Col
        source="updated_at"
        label="Changed"
        render={(banner: BannerRecord) => formatAgo(banner.updated_at)}
      />
    </DataTable>
  )
}
