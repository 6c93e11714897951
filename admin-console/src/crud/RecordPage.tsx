import { consolePaths } from '@flagyard/api-types/links'
import { Spinner } from '@flagyard/ui/Spinner'
import type { ReactNode } from 'react'
import { type RaRecord, type ResourceDefinition, ShowBase, useResourceDefinition, useShowContext } from 'react-admin'
import { capitalised } from '../lib/format.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { RecordNotFound } from './RecordNotFound.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'
import { useOpenedRow } from './useReturnToRow.ts'

export interface RecordPageProps<T extends RaRecord> {
  /** Kind of the record, shown while it loads: `account`. */
  recordLabel: string
  /** A field that only the full record has. Coming from a list, react-admin shows the list's row first. */
  wholeBy?: keyof T & string
  title: (record: T) => string
  about?: (record: T) => ReactNode
  actions?: (record: T) => ReactNode
  /** The page is polled while this returns true. */
  refetchWhile?: (record: T) => boolean
}

interface Props<T extends RaRecord> extends RecordPageProps<T> {
  children: ReactNode | ((record: T) => ReactNode)
}

/** The page of one record, with its title, a link back to the list, and loading and error states. */
export function RecordPage<T extends RaRecord>({ refetchWhile, ...rest }: Props<T>) {
  return (
    <ShowBase<T>
      redirectOnError={false}
      queryOptions={{
        onError: shownInPlace,
        retry: false,
        refetchInterval: ({ state }) => (state.data && refetchWhile?.(state.data) ? REFETCH_MS : false),
      }}
    >
      <Content<T> {...rest} />
    </ShowBase>
  )
}

const REFETCH_MS = 1_500

const shownInPlace = () => undefined

function Content<T extends RaRecord>({
  recordLabel,
  wholeBy,
  title,
  about,
  actions,
  children,
}: Omit<Props<T>, 'refetchWhile'>) {
  const { record, error, refetch } = useShowContext<T>()
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const [opened] = useOpenedRow()
  const back = { to: `${consolePaths.home}/${name}${opened?.search ?? ''}`, label: options?.label ?? name }
  const isWhole = record && (wholeBy === undefined || wholeBy in record)
  if (!isWhole)
    return error ? (
      <>
        <ScreenHeader title={capitalised(recordLabel)} back={back} />
        <RecordNotFound recordLabel={recordLabel} error={error} back={back} onRetry={() => void refetch()} />
      </>
    ) : (
      <Spinner label={`Loading the ${recordLabel}`} />
    )
  return (
    <>
      <ScreenHeader
        title={title(record)}
        back={back}
        {...(about && { about: about(record) })}
        {...(actions && { actions: actions(record) })}
      />
      {typeof children === 'function' ? children(record) : children}
    </>
  )
}
