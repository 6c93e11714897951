import type { BundleRow } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../../crud/list/CrudList.tsx'
import { choices, type Filters, search } from '../../../crud/list/filters.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { StatusChip, statusNames } from '../../../crud/record/RecordCards.tsx'
import { countOf, formatAgo, formatPrice } from '../../../lib/format.ts'
import { contentColumns } from '../../content/content-record.tsx'

const Col = Column<BundleRow>

const { beta: _, ...statuses } = statusNames
const filters: Filters<'listBundlesForAdmin'> = { q: search('Title or slug'), status: choices('Status', statuses) }

export default function BundleList() {
  return (
    <CrudList<'listBundlesForAdmin'> filters={filters} actions={<NewButton />}>
      <Rows<BundleRow>
        hiddenColumns={['slug']}
        primaryText={(bundle) => bundle.title}
        tertiaryText={StatusChip}
        secondaryText={(bundle) =>
          `${countOf(bundle.courses, 'course')} · ${formatPrice(bundle.price)} · ${bundle.sold} sold`
        }
        empty="No bundles yet. A bundle sells several courses for one price."
      >
        {contentColumns}

        <Col source="courses" label="Courses" align="right" />
        <Col source="price" label="Price" align="right" render={(bundle) => formatPrice(bundle.price)} />
        <Col source="sold" label="Sold" align="right" />
        <Col source="updated_at" label="Changed" render={(bundle) => formatAgo(bundle.updated_at)} />
      </Rows>
    </CrudList>
  )
}
