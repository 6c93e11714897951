import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { type RaRecord, TabbedShowLayout, TabbedShowLayoutTabs } from 'react-admin'
import { useParams } from 'react-router-dom'
import NotFound from './NotFound.tsx'
import { RecordPage, type RecordPageProps } from './RecordPage.tsx'

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
