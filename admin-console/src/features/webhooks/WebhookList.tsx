import type { Webhook } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../crud/list/CrudList.tsx'
import { choices, type Filters } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { RecordLink } from '../../crud/list/row-focus.tsx'
import { formatAgo } from '../../lib/format.ts'
import { hostOf, WebhookState } from './webhook-words.tsx'

const Col = Column<Webhook>

const filters: Filters<'listWebhooks'> = {
  state: choices('State', { on: 'On', off: 'Off', failing: 'Disabled after failures' }),
}

const lastOf = ({ last_delivered_at }: Webhook) => (last_delivered_at ? formatAgo(last_delivered_at) : 'Never')

export default function WebhookList() {
  return (
    <CrudList<'listWebhooks'> filters={filters} actions={<NewButton />}>
      <Rows<Webhook>
        primaryText={({ url }) => hostOf(url)}
        tertiaryText={(webhook) => <WebhookState webhook={webhook} />}
        secondaryText={({ description, events }) => description || events.join(', ')}
        empty="No webhooks yet. Webhooks notify your other systems of orders, seats and certificates."
      >
        <Col source="url" label="Host" render={({ url }) => <RecordLink>{hostOf(url)}</RecordLink>} />
        <Col source="description" label="Purpose" wraps />
        <Col source="events" label="Events" wraps render={({ events }) => events.join(', ')} />
        <Col source="last_delivered_at" label="Last delivery" render={lastOf} />
        <Col source="created_at" label="Added" render={({ created_at }) => formatAgo(created_at)} />
        <Col source="state" label="State" render={(webhook) => <WebhookState webhook={webhook} />} />
      </Rows>
    </CrudList>
  )
}
