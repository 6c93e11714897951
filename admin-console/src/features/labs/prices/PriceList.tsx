import type { ResourcePrice } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../../crud/list/filters.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { cloudNames, formatAgo, formatMicros } from '../../../lib/format.ts'

const Col = Column<ResourcePrice>

const filters: Filters<'listResourcePrices'> = { q: search('Type or region'), cloud: choices('Cloud', cloudNames) }

export default function PriceList() {
  return (
    <CrudList<'listResourcePrices'> filters={filters} actions={<NewButton />}>
      <Rows<ResourcePrice>
        primaryText={(price) => price.type}
        tertiaryText={costOf}
        secondaryText={(price) => `${cloudNames[price.cloud]} · ${regionOf(price)}`}
        empty="No prices yet. Resource types without a price are shown as unknown."
      >
        <Col source="type" label="Type" long link />
        <Col source="cloud" label="Cloud" render={(price) => cloudNames[price.cloud]} />
        <Col source="region" label="Region" render={regionOf} />
        <Col source="hourly_micros" label="Per hour" align="right" render={costOf} />
        <Col source="updated_at" label="Changed" render={(price) => formatAgo(price.updated_at)} />
      </Rows>
    </CrudList>
  )
}

const costOf = ({ hourly_micros, currency }: ResourcePrice) => formatMicros(hourly_micros, currency)
const regionOf = ({ region }: ResourcePrice) => (region === '*' ? 'other regions' : region)
