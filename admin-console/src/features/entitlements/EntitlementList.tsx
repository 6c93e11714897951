import { CrudList } from '../../crud/CrudList.tsx'
import { choices, type Filters, text } from '../../crud/filters.tsx'
import { optionsOf } from '../../lib/format.ts'
import { EntitlementRows } from './EntitlementRows.tsx'
import { kindNames, sourceNames, stateNames } from './entitlement-words.ts'

const filters: Filters<'listEntitlements'> = {
  username: text('Username'),
  kind: choices('Opens', optionsOf(kindNames)),
  state: choices('State', optionsOf(stateNames)),
  source: choices('By', optionsOf(sourceNames)),
  course: text('Slug of a course'),
  lab: text('Slug of a lab'),
  exam: text('Slug of an exam'),
}

export default function EntitlementList() {
  return (
    <CrudList<'listEntitlements'> filters={filters}>
      <EntitlementRows empty="Whatever opens a course, a lab or an exam to somebody is one row here." />
    </CrudList>
  )
}
