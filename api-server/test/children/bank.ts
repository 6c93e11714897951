import { handlePayment, type PaymentDeps } from '../../src/areas/commerce/orders/payment.ts'
import { findOrder } from '../../src/areas/commerce/orders/queries.ts'
import { loadConfig } from '../../src/config.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'

/**
 * Sends a bank event for an order of the demo checkout, which has no bank. Needs the environment of the running server.
 * `node bank.ts ADDRESS ORDER paid|dispute_opened|dispute_won|dispute_lost`
 */
const [address = '', order_id = '', said = ''] = process.argv.slice(2)
const config = loadConfig({ ...process.env, DEMO: '1', PUBLIC_URL: address })
const { db, close } = openPostgresDatabase(config.databaseUrl ?? '', { connections: 1 })
try {
  const order = await findOrder(db, order_id)
  if (!order) throw new Error('There is no such order')
  const deps = { db, config } as PaymentDeps
  await handlePayment(deps, 'demo', {
    id: `${said}:${order_id}`,
    kind: said as 'paid' | 'dispute_opened' | 'dispute_won' | 'dispute_lost',
    order_id,
    amount: order.total_amount,
    currency: order.currency,
    dispute_id: `dp_${order_id}`,
    reason: 'fraudulent',
    due_at: new Date(Date.now() + 2 * 86_400_000),
  })
} finally {
  await close()
}
