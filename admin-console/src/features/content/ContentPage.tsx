import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ReactNode } from 'react'
import { TabbedRecordPage, type TabbedRecordPageProps } from '../../crud/record/RecordPage.tsx'
import styles from './content.module.css'
import { type ContentRecord, ContentStatus } from './content-record.tsx'

interface Props<T extends ContentRecord> extends Pick<TabbedRecordPageProps<T>, 'tabs'> {
  recordLabel: 'lab' | 'exam' | 'bundle'
  about: (record: T) => ReactNode
  children: ReactNode
}

const publish = {
  path: 'publish',
  label: 'Publish',
  Panel: lazyScreen(async () => ({ default: (await import('./publish/Publish.tsx')).PublishPanel })),
}

/** The page of a lab, an exam or a bundle: status, edit form and additional tabs. */
export const ContentPage = <T extends ContentRecord>({ recordLabel, about, tabs, children }: Props<T>) => (
  <TabbedRecordPage<T>
    recordLabel={recordLabel}
    wholeBy="version"
    title={({ title }) => title}
    about={(record) => (
      <>
        <ContentStatus record={record} /> {about(record)}
      </>
    )}
    firstTab="Edit"
    tabs={[...tabs.filter(isBefore), publish, ...tabs.filter((tab) => !isBefore(tab))]}
  >
    {() => <div className={styles.card}>{children}</div>}
  </TabbedRecordPage>
)

/** Publication history of a lab or an exam, with undo. */
export const revisionsTab = (reference: 'lab_revisions' | 'exam_revisions') => ({
  path: 'revisions',
  label: 'Revisions',
  Panel: lazyScreen(async () => {
    const { Revisions } = await import('./Revisions.tsx')
    return { default: () => <Revisions reference={reference} /> }
  }),
})

export const historyTab = (type: 'lab' | 'exam' | 'bundle') => ({
  path: 'history',
  label: 'History',
  Panel: lazyScreen(async () => {
    const { RecordAudit } = await import('../audit/RecordAudit.tsx')
    return { default: () => <RecordAudit type={type} /> }
  }),
})

/** The test tab comes before the publish tab, because a lab is tested first. */
const isBefore = ({ path }: { path: string }) => path === 'test'
