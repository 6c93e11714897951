import type { ReactNode } from 'react'
import { StatusChip } from '../../crud/StatusChip.tsx'
import { TabbedRecordPage, type TabbedRecordPageProps } from '../../crud/TabbedRecordPage.tsx'
import { ContentActions } from './ContentActions.tsx'
import styles from './content.module.css'
import type { ContentRecord } from './content-record.ts'
import { DraftNotice } from './DraftNotice.tsx'

interface Props<T extends ContentRecord> extends Pick<TabbedRecordPageProps<T>, 'tabs'> {
  recordLabel: 'lab' | 'exam' | 'bundle'
  about: (record: T) => ReactNode
  children: ReactNode
}

/** The page of a lab, an exam or a bundle: where it stands, what it lacks, the form, and what stands beside it. */
export const ContentPage = <T extends ContentRecord>({ recordLabel, about, tabs, children }: Props<T>) => (
  <TabbedRecordPage<T>
    recordLabel={recordLabel}
    wholeBy="version"
    title={({ title }) => title}
    about={(record) => (
      <>
        <StatusChip status={record.status} /> {about(record)}
      </>
    )}
    actions={(record) => <ContentActions record={record} recordLabel={recordLabel} />}
    notice={(record) => <DraftNotice record={record} recordLabel={recordLabel} />}
    firstTab="Edit"
    tabs={tabs}
  >
    {() => <div className={styles.card}>{children}</div>}
  </TabbedRecordPage>
)
