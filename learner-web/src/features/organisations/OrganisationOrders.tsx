import type { Organisation, OrganisationOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { saveFile } from '@flagyard/ui/save-file'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'
import { showError } from '../../shell/toasts.ts'
import orderStyles from '../orders/orders.module.css'
import { orderChips } from '../orders/orders.ts'
import styles from './organisations.module.css'

export function OrganisationOrders({ organisation: { id, name } }: { organisation: Organisation }) {
  const { data, error, refetch } = useQuery(callQuery('listOrganisationOrders', { id }))
  if (error) return <Failed what="the orders" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the orders" />
  if (data.length === 0)
    return (
      <Empty
        title="No orders yet"
        icon="copy"
        action={
          <ButtonLink to={paths.courses} variant="primary">
            Browse courses
          </ButtonLink>
        }
      >
        What a manager buys for <bdi>{name}</bdi> stands here, with its invoice.
      </Empty>
    )
  return (
    <ul className={styles.list}>
      {data.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}

function OrderCard({ order }: { order: OrganisationOrder }) {
  const { id, number, title, state, quantity, total, created_at, bought_by, documents, has_seats } = order
  const { run, pendingName } = useAction({ onError: showError })
  const download = (document_id: string, file: string) =>
    run(async () => saveFile(await api.downloadOrderDocument({ id, document_id }), `${file}.pdf`), document_id)
  return (
    <Card as="article" className={styles.card}>
      <div className={orderStyles.head}>
        <h2 className={styles.title}>{title}</h2>
        <Chip tone={orderChips[state].tone}>{orderChips[state].label}</Chip>
      </div>
      <p className="small muted">
        {countOf(quantity, 'seat')} · {formatMoney(total)} · ordered by {bought_by} on {formatDate(created_at)} ·{' '}
        <span className="mono">{number}</span>
      </p>
      <div className="row">
        {has_seats && (
          <ButtonLink size="small" to={paths.orderSeats(id)}>
            See the seats<span className="visually-hidden"> of order {number}</span>
          </ButtonLink>
        )}
        <ButtonLink size="small" to={paths.order(id)}>
          See the order<span className="visually-hidden"> {number}</span>
        </ButtonLink>
        {documents.map(({ id: document, number: file, kind }) => (
          <Button
            key={document}
            size="small"
            busy={pendingName === document}
            onClick={() => void download(document, file)}
          >
            {kind === 'invoice' ? 'Invoice' : 'Credit note'} {file}
          </Button>
        ))}
      </div>
    </Card>
  )
}
