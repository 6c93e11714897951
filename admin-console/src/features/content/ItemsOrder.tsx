import { useArrayInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import styles from './content.module.css'
import { OrderList } from './OrderList.tsx'

interface Props<T> {
  /** Form array to reorder: `flags`. */
  source: string
  /** Name of one item: `flag`. */
  itemLabel: string
  /** First field of an item's subform, focused by Enter. */
  firstField: keyof T & string
  /** Item is partial, because new items have empty fields. */
  nameOf: (item: Partial<T>, at: number) => string
  /** Text at the end of the item's row. */
  noteOf: (item: Partial<T>) => string
}

/** The items of a form as a list that can be reordered by dragging. */
export function ItemsOrder<T>({ source, itemLabel, firstField, nameOf, noteOf }: Props<T>) {
  const { fields, move } = useArrayInput()
  const { setFocus } = useFormContext()
  const values: Partial<T>[] = useWatch({ name: source }) ?? []
  if (fields.length < 2) return null
  const items = fields.map(({ id }, at) => {
    const value = values[at] ?? {}
    return { id, name: nameOf(value, at), note: noteOf(value) }
  })
  return (
    <div className={styles.order}>
      <p className={styles.quiet}>Drag a {itemLabel}, or press Alt with ↑ or ↓ on it. Enter opens it.</p>
      <OrderList
        label={`Order of the ${itemLabel}s`}
        items={items}
        move={move}
        onOpen={(_, at) => setFocus(`${source}.${at}.${firstField}`)}
      >
        {({ note }) => <span className={styles.quiet}>{note}</span>}
      </OrderList>
    </div>
  )
}
