import { Empty } from '@flagyard/ui/Feedback'
import type { RaRecord } from 'react-admin'
import { RecordPage } from './RecordPage.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'

/** Says in one honest sentence what a screen will hold. */
export function ComingSoon({ title, children }: { title: string; children: string }) {
  return (
    <>
      <ScreenHeader title={title} />
      <NotHereYet>{children}</NotHereYet>
    </>
  )
}

/** The same of a record's page: it names the record. */
export function RecordComingSoon({ recordLabel, children }: { recordLabel: string; children: string }) {
  return (
    <RecordPage<RaRecord & { title: string }> recordLabel={recordLabel} title={({ title }) => title}>
      <NotHereYet>{children}</NotHereYet>
    </RecordPage>
  )
}

const NotHereYet = ({ children }: { children: string }) => (
  <Empty title="Not here yet" icon="clock">
    {children}
  </Empty>
)
