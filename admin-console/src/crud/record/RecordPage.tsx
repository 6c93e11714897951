import { consolePaths } from '@flagyard/api-types/console-links'
import { Empty, Failed } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button } from '@mui/material'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import {
  type RaRecord,
  type ResourceDefinition,
  ShowBase,
  TabbedShowLayout,
  TabbedShowLayoutTabs,
  useResourceDefinition,
  useShowContext,
} from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { capitalised } from '../../lib/format.ts'
import { codeOf, sentenceOf } from '../../lib/problem.ts'
import { type ResourceOptions, useResourceLabel } from '../../resource-options.ts'
import { useOpenedRow } from '../list/row-focus.tsx'
import { ScreenHeader } from '../ScreenHeader.tsx'
import NotFound from './NotFound.tsx'

interface RecordPageProps<T extends RaRecord> {
  /** Kind of the record, shown while it loads: `account`. Default: that of the resource. */
  recordLabel?: string
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
  recordLabel: ownLabel,
  wholeBy,
  title,
  about,
  actions,
  children,
}: Omit<Props<T>, 'refetchWhile'>) {
  const [resourceLabel] = useResourceLabel()
  const recordLabel = ownLabel ?? resourceLabel
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
      <Spinner label={`Loading the ${recordLabel}…`} />
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

export interface TabbedRecordPageProps<T extends RaRecord> extends RecordPageProps<T> {
  /** Shown above the tabs. */
  notice?: (record: T) => ReactNode
  /** Label of the first tab, which contains the children. */
  firstTab: string
  /** The other tabs, each with its own path. */
  tabs: readonly { path: string; label: string; Panel: ComponentType }[]
  children: (record: T) => ReactNode
}

export function TabbedRecordPage<T extends RaRecord>({
  notice,
  firstTab,
  tabs,
  children,
  ...page
}: TabbedRecordPageProps<T>) {
  const { '*': tab = '' } = useParams()
  if (tab !== '' && !tabs.some(({ path }) => path === tab)) return <NotFound />
  return (
    <RecordPage<T> {...page}>
      {(record) => (
        <>
          {notice?.(record)}
          <TabbedShowLayout
            tabs={
              <TabbedShowLayoutTabs
                variant="scrollable"
                aria-label={`About ${page.title(record)}`}
                allowScrollButtonsMobile
              />
            }
          >
            <TabbedShowLayout.Tab label={firstTab}>
              <div role="tabpanel" aria-label={firstTab}>
                {children(record)}
              </div>
            </TabbedShowLayout.Tab>
            {tabs.map(({ path, label, Panel }) => (
              <TabbedShowLayout.Tab key={path} path={path} label={label}>
                <div role="tabpanel" aria-label={label}>
                  <ScreenBoundary resetKey={path} onError={reportError}>
                    <Suspense fallback={<Spinner />}>
                      <Panel />
                    </Suspense>
                  </ScreenBoundary>
                </div>
              </TabbedShowLayout.Tab>
            ))}
          </TabbedShowLayout>
        </>
      )}
    </RecordPage>
  )
}

interface RecordNotFoundProps {
  recordLabel: string
  error: unknown
  back: { to: string; label: string }
  onRetry: () => void
}

/** Replaces a record's page if the record does not exist or failed to load. */
function RecordNotFound({ recordLabel, error, back, onRetry }: RecordNotFoundProps) {
  if (codeOf(error) !== 'not_found')
    return <Failed what={`this ${recordLabel}`} why={sentenceOf(error)} onRetry={onRetry} />
  return (
    <Empty
      title={`${capitalised(recordLabel)} not found`}
      icon="search"
      action={
        <Button component={Link} to={back.to}>
          {`Back to ${back.label}`}
        </Button>
      }
    >
      It may have been deleted, or the address is incomplete.
    </Empty>
  )
}

/** A tab whose panel is a named export of a module. */
export const lazyTab = (load: () => Promise<ComponentType>) => lazyScreen(async () => ({ default: await load() }))
