import { adminOperations } from '@flagyard/api-types/admin'
import { Button } from '@mui/material'
import { type ReactNode, useRef } from 'react'
import { ListContextProvider, ReferenceManyField, useListContext, useRecordContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { totalOf } from '../../lib/total.ts'
import { callsOf, type ResourceName } from '../../providers/calls.ts'
import { useResourceLabel } from '../../resource-options.ts'
import { ExportButton, type ListColumns, ListColumnsContext, RelatedListContext } from './ListActions.tsx'
import styles from './RelatedList.module.css'

interface Props {
  reference: ResourceName
  /** Name of a row, singular and plural: `['session', 'sessions']`. Default: that of the resource. */
  resourceLabel?: [one: string, many: string]
  /** Filters in addition to the record. */
  filter?: Record<string, unknown> | undefined
  /** Filter key that identifies this record. Default: `username`. */
  target?: string
  /** Polling interval, in milliseconds. */
  refetchInterval?: number
  actions?: ReactNode
  /** The `Rows`, shared with the resource's own list. */
  children: ReactNode
}

/** The list of another resource, filtered by the record of the page. */
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
          <WithoutOwnerFilter>{children}</WithoutOwnerFilter>
        </div>
      </ListColumnsContext>
    </ReferenceManyField>
  )
}

/** Hides the record's own filter, so that it cannot be cleared. */
function WithoutOwnerFilter({ children }: { children: ReactNode }) {
  const list = useListContext()
  return (
    <RelatedListContext value={true}>
      <ListContextProvider value={{ ...list, filterValues: NONE }}>{children}</ListContextProvider>
    </RelatedListContext>
  )
}

const NONE = {}

function Head({
  resourceLabel,
  actions,
  filter,
  target,
}: Pick<Props, 'resourceLabel' | 'actions' | 'filter'> & { target: string }) {
  const { total, meta, resource } = useListContext()
  const ownLabel = useResourceLabel(resource)
  const record = useRecordContext()
  if (!total && !actions) return null
  return (
    <div className={styles.head}>
      <p className={styles.count}>{total !== undefined && totalOf(total, resourceLabel ?? ownLabel, meta)}</p>
      <div className={styles.actions}>
        {actions}
        {!!total && record && <ExportButton related={{ target, id: String(record.id), filter }} />}
      </div>
    </div>
  )
}

/** Toggle that filters a tab by one kind of row. The state is in the address (`?only=failed`), so that it can be linked. */
export function useQuickFilter(kind: string, label: string) {
  const [search, setSearch] = useSearchParams()
  const isOn = search.get('only') === kind
  return {
    filter: isOn ? { [kind]: true } : {},
    button: (
      <Button size="small" aria-pressed={isOn} onClick={() => setSearch(isOn ? {} : { only: kind })}>
        {isOn ? 'Show all' : label}
      </Button>
    ),
  }
}
