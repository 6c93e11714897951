import type { TaxRate } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { type Filters, select } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { countryChoices, formatDay, formatRate, spanOf } from './tax-words.ts'

const Col = Column<TaxRate>

const filters: Filters<'listTaxRates'> = {
  country: select(
    'Country',
    countryChoices.map(({ id, name }) => ({ value: id, label: name })),
  ),
}

export default function TaxRateList() {
  return (
    <CrudList<'listTaxRates'> filters={filters} actions={<NewButton />}>
      <Rows<TaxRate>
        primaryText={(rate) => countryName(rate.country)}
        tertiaryText={(rate) => formatRate(rate.rate)}
        secondaryText={spanOf}
        empty="No tax rates yet. Add the rate of the seller’s country before you sell anything."
      >
        <Col source="country" label="Country" render={(rate) => <RecordLink>{countryName(rate.country)}</RecordLink>} />
        <Col source="rate" label="Rate" align="right" render={(rate) => formatRate(rate.rate)} />
        <Col source="valid_from" label="From" render={(rate) => formatDay(rate.valid_from)} />
        <Col
          source="valid_until"
          label="Until"
          render={(rate) => (rate.valid_until ? formatDay(rate.valid_until) : 'no end')}
        />
      </Rows>
    </CrudList>
  )
}
