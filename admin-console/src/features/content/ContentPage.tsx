import { reportError } from '@flagyard/ui/monitoring'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { TabbedShowLayout, TabbedShowLayoutTabs } from 'react-admin'
import { useParams } from 'react-router-dom'
import NotFound from '../../crud/NotFound.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { StatusChip } from '../../crud/StatusChip.tsx'
import { ContentActions } from './ContentActions.tsx'
import styles from './content.module.css'
import type { ContentRecord } from './content-record.ts'
import { DraftNotice } from './DraftNotice.tsx'

interface Props<T> {
  recordLabel: 'lab' | 'exam' | 'bundle'
  about: (record: T) => ReactNode
  /** What stands beside the form, each under an address of its own. */
  tabs: { path: string; label: string; Panel: ComponentType }[]
  children: ReactNode
}

/** The page of a lab, an exam or a bundle: where it stands, what it lacks, the form, and what stands beside it. */
export function ContentPage<T extends ContentRecord>({ recordLabel, about, tabs, children }: Props<T>) {
  const { '*': tab = '' } = useParams()
  if (tab !== '' && !tabs.some(({ path }) => path === tab)) return <NotFound />
  return (
    <RecordPage<T>
      recordLabel={recordLabel}
      wholeBy="version"
      title={({ title }) => title}
      about={(record) => (
        <>
          <StatusChip status={record.status} /> {about(record)}
        </>
      )}
      actions={(record) => <ContentActions record={record} recordLabel={recordLabel} />}
    >
      {(record) => (
        <>
          <DraftNotice record={record} recordLabel={recordLabel} />
          <TabbedShowLayout
            tabs={
              <TabbedShowLayoutTabs
                variant="scrollable"
                aria-label={`About ${record.title}`}
                allowScrollButtonsMobile
              />
            }
          >
            <TabbedShowLayout.Tab label="Edit">
              <div role="tabpanel" aria-label="Edit">
                <div className={styles.card}>{children}</div>
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
