import { useArrayInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import styles from './content.module.css'
import { OrderList } from './OrderList.tsx'

interface Props<T> {
  /** The list of the form in which it stands: `flags`. */
  source: string
  /** What one of them is called: `flag`. */
  itemLabel: string
  /** By what its form begins, which Enter leads to. */
  firstField: keyof T & string
  /** An item is added before all of its fields are there. */
  nameOf: (item: Partial<T>, at: number) => string
  /** What is said of it at the end of its row. */
  noteOf: (item: Partial<T>) => string
}

/** The items of a form by their names, where they are dragged into another order. */
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
