import type { FlagRecord } from '@flagyard/api-types'
import { useArrayInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { countOf } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { OrderList } from '../content/OrderList.tsx'

/** All flags by their titles, where they are dragged into another order; Enter leads to the form of one. */
export function FlagOrder() {
  const { fields, move } = useArrayInput()
  const { setFocus } = useFormContext()
  const flags: FlagRecord[] = useWatch({ name: 'flags' }) ?? []
  if (fields.length < 2) return null
  const items = fields.map(({ id }, at) => ({
    id,
    name: flags[at]?.title || `Flag ${at + 1}`,
    points: flags[at]?.points ?? 0,
  }))
  return (
    <div className={styles.order}>
      <p className={styles.quiet}>Drag a flag, or press Alt with ↑ or ↓ on it. Enter opens it.</p>
      <OrderList label="Order of the flags" items={items} move={move} onOpen={(_, at) => setFocus(`flags.${at}.title`)}>
        {({ points }) => <span className={styles.quiet}>{countOf(points, 'point')}</span>}
      </OrderList>
    </div>
  )
}
