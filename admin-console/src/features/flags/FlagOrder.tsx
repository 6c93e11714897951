import type { FlagRecord } from '@flagyard/api-types'
import { countOf } from '../../lib/format.ts'
import { ItemsOrder } from '../content/OrderList.tsx'

export const FlagOrder = () => (
  <ItemsOrder<FlagRecord>
    source="flags"
    itemLabel="flag"
    firstField="title"
    nameOf={({ title }, at) => title || `Flag ${at + 1}`}
    noteOf={({ points }) => countOf(points ?? 0, 'point')}
  />
)
