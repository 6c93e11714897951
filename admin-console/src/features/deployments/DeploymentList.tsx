import type { DeploymentRow } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { CrudList } from '../../crud/CrudList.tsx'
import { choices, day, type Filters, search, select, text } from '../../crud/filters.tsx'
import { capitalised, cloudNames, optionsOf } from '../../lib/format.ts'
import { DeploymentRows } from './DeploymentRows.tsx'
import { kindNames, queueLink, reasonNames } from './labels.ts'
import { Queues } from './Queues.tsx'

const states = ['queued', 'held', 'provisioning', 'running', 'ending', 'ended'] as const

const filters: Filters<'listDeployments'> = {
  q: search('Learner, lab or account'),
  state: choices(
    'State',
    states.map((state) => [state, capitalised(state)] as const),
    { several: true },
  ),
  kind: choices('Of', optionsOf(kindNames)),
  cloud: choices('Cloud', optionsOf(cloudNames)),
  reason: select(
    'Ended by',
    optionsOf(reasonNames).map(([value, label]) => ({ value, label })),
  ),
  region: text('Region'),
  username: text('Learner'),
  lab: text('Lab'),
  account_id: text('Account'),
  since: day('Asked for since', 'start'),
  started_from: day('Began to run from', 'start'),
  started_until: day('Began to run until', 'end'),
}

/** Current, waiting and past deployments of learners, candidates and authors. */
export default function DeploymentList() {
  return (
    <CrudList<'listDeployments', DeploymentRow>
      filters={filters}
      refetchWhile={isOpen}
      actions={
        <Button component={Link} to={queueLink()}>
          The queue
        </Button>
      }
    >
      <WhileWaiting />
      <DeploymentRows />
    </CrudList>
  )
}

/** Shows the queues above a list of waiting deployments. */
function WhileWaiting() {
  const { filterValues } = useListContext()
  const asked = [filterValues?.state ?? []].flat()
  const isQueue = asked.length > 0 && asked.every((state) => state === 'queued' || state === 'held')
  return isQueue && <Queues cloud={filterValues.cloud} />
}

const isOpen = ({ state }: DeploymentRow) => state !== 'ended'
