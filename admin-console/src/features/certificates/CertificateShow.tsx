import type { CertificatePage } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { RecordButtons } from '../../crud/actions.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { CardColumns, Facts, MailsCard, RecordCard } from '../../crud/RecordCards.tsx'
import { RecordPage } from '../../crud/RecordPage.tsx'
import { capitalised, formatDay, formatDayOr, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { Account } from './Account.tsx'
import { certificateActions } from './actions.tsx'
import { CertificateState } from './CertificateState.tsx'
import { CorrectCard } from './CorrectCard.tsx'
import { DecideCorrection } from './DecideCorrection.tsx'
import { VersionsCard } from './VersionsCard.tsx'

export default function CertificateShow() {
  return (
    <RecordPage<CertificatePage>
      recordLabel="certificate"
      wholeBy="versions"
      title={({ name }) => `Certificate of ${isolate(name)}`}
      about={(certificate) => (
        <>
          <CertificateState state={certificate.state} /> {certificate.title} · version {certificate.version}
        </>
      )}
      actions={(certificate) => (
        <>
          <AuditButton type="certificate" id={certificate.id} />
          <RecordButtons record={certificate} actions={certificateActions} />
        </>
      )}
    >
      {(certificate) => (
        <CardColumns
          left={
            <>
              {certificate.correction && <Asked certificate={certificate} asked={certificate.correction} />}
              <Printed certificate={certificate} />
              <MailsCard mails={certificate.mails} empty="Nobody was mailed about it." />
            </>
          }
          right={
            <>
              <CorrectCard certificate={certificate} />
              <VersionsCard versions={certificate.versions} />
            </>
          }
        />
      )}
    </RecordPage>
  )
}

const Asked = ({
  certificate: { id, name, version, username, allowed },
  asked,
}: {
  certificate: CertificatePage
  asked: NonNullable<CertificatePage['correction']>
}) => (
  <RecordCard title="Its owner asks for a correction">
    <Facts
      facts={[
        ['It says', name],
        ['It should say', asked.name],
        ['Why', asked.reason],
        ['Asked', formatMoment(asked.created_at)],
      ]}
    />
    {allowed.includes('correct') && (
      <div>
        <DecideCorrection request={{ ...asked, certificate_id: id, printed: name, version, username }} />
      </div>
    )}
  </RecordCard>
)

const Printed = ({ certificate }: { certificate: CertificatePage }) => {
  const { id, username, name, title, type, course, exam, company, points, hours, outcomes, state } = certificate
  const isThere = state !== 'withdrawn'
  return (
    <RecordCard title="What it says">
      <Facts
        facts={[
          ['Name', name],
          ['For', title],
          ['Type', capitalised(type)],
          !!company && ['Company', company],
          points !== null && ['Points', points],
          hours !== null && ['Hours of study', hours],
          ['Issued', formatDay(certificate.issued_at)],
          ['Valid until', formatDayOr(certificate.valid_until, 'no end')],
          certificate.revoked_at !== null && ['Revoked', formatMoment(certificate.revoked_at)],
          !!certificate.reason && ['Reason', certificate.reason],
          certificate.withdrawn_at !== null && ['Withdrawn', formatMoment(certificate.withdrawn_at)],
          outcomes.length > 0 && ['What it stands for', outcomes.join(', ')],
          ['Account', <Account key="account" username={username} />],
          course !== null && [
            'Course',
            <ResourceLink key="course" resource="courses" id={course}>
              {course}
            </ResourceLink>,
          ],
          exam !== null && [
            'Exam',
            <ResourceLink key="exam" resource="exams" id={exam}>
              {exam}
            </ResourceLink>,
          ],
          [
            'Id',
            <span key="id" className="mono">
              {id}
            </span>,
          ],
          [
            'Public page',
            <a key="page" href={paths.certificate(id)} target="_blank" rel="noreferrer">
              Open it in a new tab
            </a>,
          ],
          isThere && [
            'PDF',
            <a key="pdf" href={`/api/v1/certificates/${encodeURIComponent(id)}/pdf`} download>
              Download it
            </a>,
          ],
        ]}
      />
    </RecordCard>
  )
}
