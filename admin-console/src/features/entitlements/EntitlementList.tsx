import type { Entitlement } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Link } from 'react-router-dom'
import { ResourceLink } from '../../crud/links.tsx'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatDay, formatDayOr } from '../../lib/format.ts'
import { AccessMenu, kindNames, sourceNames, stateNames, tones } from './actions.tsx'

const filters: Filters<'listEntitlements'> = {
  username: text('Username'),
  kind: choices('Product', kindNames),
  state: choices('State', stateNames),
  source: choices('Source', sourceNames),
  course: text('Course slug'),
  lab: text('Lab slug'),
  exam: text('Exam slug'),
}

export default function EntitlementList() {
  return (
    <CrudList<'listEntitlements'> filters={filters}>
      <EntitlementRows empty="No entitlements. Each access to a course, lab or exam is listed here." />
    </CrudList>
  )
}

const Col = Column<Entitlement>

/** Rows of entitlements. On a user's page the holder is omitted. */
export const EntitlementRows = ({ empty, ofPerson = false }: { empty: string; ofPerson?: boolean }) => (
  <Rows<Entitlement>
    hiddenColumns={ofPerson ? [] : ['reason']}
    primaryText={(row) => (ofPerson ? <Content row={row} /> : <Holder row={row} />)}
    tertiaryText={State}
    secondaryText={(row) => (
      <>
        {[
          !ofPerson && `${kindNames[row.kind]} · ${row.title}`,
          sourceNames[row.source],
          `${formatDay(row.starts_at)} to ${untilOf(row)}`,
          row.reason,
        ]
          .filter(Boolean)
          .join(' · ')}
        <div className="row-actions">
          <AccessMenu row={row} />
        </div>
      </>
    )}
    empty={empty}
  >
    {!ofPerson && <Col source="username" label="Username" long render={(row) => <Holder row={row} />} />}
    <Col source="title" label="Product" wraps render={(row) => <Content row={row} />} />
    <Col source="state" label="State" render={State} />
    <Col source="source" label="Source" render={(row) => sourceNames[row.source]} />
    <Col source="created_at" onlyWide label="Starts" render={(row) => formatDay(row.starts_at)} />
    <Col source="ends_at" label="Ends" render={untilOf} />
    <Col source="reason" label="Reason" wraps render={(row) => row.reason ?? '—'} />
    <Col source="id" label="Actions" isAction render={(row) => <AccessMenu row={row} />} />
  </Rows>
)

const untilOf = ({ ends_at }: Entitlement) => formatDayOr(ends_at, 'no end')

const State = stateChip(tones, stateNames)

const Holder = ({ row: { username } }: { row: Entitlement }) => (
  <Link to={`${consolePaths.user(username)}/entitlements`} className="record-link">
    {username}
  </Link>
)

const Content = ({ row: { kind, slug, title } }: { row: Entitlement }) => (
  <>
    {kindNames[kind]} ·{' '}
    <ResourceLink resource={resources[kind]} id={slug}>
      {title}
    </ResourceLink>
  </>
)

const resources = { course: 'courses', lab: 'labs', exam: 'exams' } as const
