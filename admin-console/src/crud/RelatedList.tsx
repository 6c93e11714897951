import { adminOperations } from '@flagyard/api-types/admin'
import { type ReactNode, useRef } from 'react'
import { ListContextProvider, ReferenceManyField, useListContext, useRecordContext } from 'react-admin'
import { totalOf } from '../lib/total.ts'
import { callsOf, type ResourceName } from '../providers/calls.ts'
import { ExportButton } from './ExportButton.tsx'
import { type ListColumns, ListColumnsContext } from './listColumns.ts'
import { NarrowedContext } from './narrowed.ts'
import styles from './RelatedList.module.css'

interface Props {
  reference: ResourceName
  /** What the rows are called: `['session', 'sessions']`. */
  resourceLabel: [one: string, many: string]
  /** What narrows the list besides the person. */
  filter?: Record<string, unknown> | undefined
  /** The key by which the list is narrowed to this record, where that is not its username. */
  target?: string
  /** So often it looks again by itself. */
  refetchInterval?: number
  /** What can be done with the whole of it. */
  actions?: ReactNode
  /** The `Rows`, as the list outside has them. */
  children: ReactNode
}

/** The list of another resource, narrowed to the record whose page it stands on. */
export function RelatedList({ reference, filter, target = 'username', refetchInterval, children, ...head }: Props) {
  const columns = useRef<ListColumns>(null)
  const [field, order] = adminOperations[callsOf(reference).list].list.defaultSort
  return (
    <ReferenceManyField
      reference={reference}
      target={target}
      source="id"
      sort={{ field, order }}
      queryOptions={{ onError: () => undefined, ...(refetchInterval && { refetchInterval }) }}
      {...(filter && { filter })}
    >
      <ListColumnsContext value={columns}>
        <div className={styles.frame}>
          <Head target={target} filter={filter} {...head} />
          <Narrowed>{children}</Narrowed>
        </div>
      </ListColumnsContext>
    </ReferenceManyField>
  )
}

/** What narrows the list to this record is no filter that could be cleared. */
function Narrowed({ children }: { children: ReactNode }) {
  const list = useListContext()
  return (
    <NarrowedContext value={true}>
      <ListContextProvider value={{ ...list, filterValues: NONE }}>{children}</ListContextProvider>
    </NarrowedContext>
  )
}

const NONE = {}

function Head({
  resourceLabel,
  actions,
  filter,
  target,
}: Pick<Props, 'resourceLabel' | 'actions' | 'filter'> & { target: string }) {
  const { total, meta } = useListContext()
  const record = useRecordContext()
  if (!total && !actions) return null
  return (
    <div className={styles.head}>
      <p className={styles.count}>{total !== undefined && totalOf(total, resourceLabel, meta)}</p>
      <div className={styles.actions}>
        {actions}
        {!!total && record && <ExportButton related={{ target, id: String(record.id), filter }} />}
      </div>
    </div>
  )
}
