import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'

/** Orders of one month; of the two years before it, as many in each of five parts. */
const ORDERS = process.env.LONG ? 100_000 : 2_000
const MINUTES = 60_000

/** Many orders at once, of these months, with one tax line each; every tenth is paid back in part. */
const fill = (user: string, from: string, days: number, booked: string | null) => [
  sql`insert into orders (number, user_id, state, kind, target_id, slug, title, quantity, unit_amount, total_amount, tax_amount,
      tax_lines, provider, created_at, paid_at, booked_month)
    select ${from} || '-' || n, ${user}, 'fulfilled', 'course', gen_random_uuid(), 'aws', 'AWS', 1, 11900, 11900, 1900,
      jsonb_build_array(jsonb_build_object('country', case when n % 3 = 0 then 'FR' else 'DE' end, 'rate', 1900,
        'rule', 'home', 'net', 10000, 'tax', 1900)),
      case when n % 4 = 0 then 'invoice' else 'stripe' end, paid.at, paid.at, ${booked}
    from generate_series(1, ${ORDERS}::int) n,
      lateral (select ${from}::timestamptz + make_interval(secs => n * ${days}::float8 * 86400 / ${ORDERS + 1}::float8) as at) paid`,
  sql`insert into refunds (order_id, amount, tax_amount, reason, state, created_at, booked_month)
    select id, 119, 19, 'A test', 'done', paid_at + interval '1 second', booked_month from orders
    where number like ${`${from}-%0`}`,
]

describeOnPostgres('a month with many orders', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    const user = await app.idOf('nina')
    const { db } = app.deps
    await app.asAdmin.getMe()
    await db.execute(sql`insert into months (month, figures) values ('2025-12',
      '{"rows": [], "unredeemed": [], "transfers": [], "refunds_asked": []}')`)
    for (const query of [
      ...['2024-01-01', '2024-05-01', '2024-09-01', '2025-01-01', '2025-05-01'].flatMap((from) =>
        fill(user, from, 120, '2025-12'),
      ),
      ...fill(user, '2026-01-01', 31, null),
    ])
      await db.execute(query)
    await db.execute(sql`vacuum analyze orders`)
    await db.execute(sql`vacuum analyze refunds`)
  }, 10 * MINUTES)
  afterAll(() => app.close())

  test(
    'is read by an index instead of scanning all years, and closes to the cent',
    async () => {
      const month = '2026-01'
      const uses = async (index: string) => {
        await app.deps.db.execute(sql`select pg_stat_force_next_flush()`)
        const found = await app.deps.db.execute(
          sql`select coalesce(sum(idx_scan), 0)::int as n from pg_stat_user_indexes where indexrelname = ${index}`,
        )
        return (found as unknown as { rows: { n: number }[] }).rows[0]!.n
      }
      let began = performance.now()
      const open = await app.asAdmin.getMonth({ month })
      const reading = performance.now() - began
      expect(await uses('orders_unbooked')).toBeGreaterThan(0)
      began = performance.now()
      const closed = await app.asAdmin.closeMonth({ month, monthClosing: { version: open.version } })
      const closing = performance.now() - began
      if (process.env.LONG)
        console.log(`${ORDERS} orders: read in ${Math.round(reading)} ms, closed in ${Math.round(closing)} ms`)
      expect(closed.totals).toEqual(open.totals)
      const [refunded, tax] = [(ORDERS / 10) * 119, (ORDERS / 10) * 19]
      expect(closed.totals).toEqual([
        {
          ...{ currency: 'EUR', orders: ORDERS, refunds: ORDERS / 10, sold: ORDERS * 11_900, refunded },
          ...{ gross: ORDERS * 11_900 - refunded, tax: ORDERS * 1_900 - tax },
          net: ORDERS * 10_000 - (refunded - tax),
        },
      ])
    },
    5 * MINUTES,
  )
})
