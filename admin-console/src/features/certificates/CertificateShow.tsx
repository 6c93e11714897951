import type { CertificatePage } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { useWatch } from 'react-hook-form'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { Text } from '../../crud/inputs.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { CardColumns, Facts, MailsCard, Quiet, RecordCard } from '../../crud/record/RecordCards.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { capitalised, formatDay, formatDayOr, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { certificateActions } from './actions.tsx'
import { Account, CertificateState } from './CertificateList.tsx'
import styles from './CertificateShow.module.css'
import { DecideCorrection, SideBySide } from './DecideCorrection.tsx'

export default function CertificateShow() {
  return (
    <RecordPage<CertificatePage>
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
              <MailsCard mails={certificate.mails} empty="No e-mails have been sent." />
            </>
          }
          right={
            <>
              <CorrectCard certificate={certificate} />
              <VersionsCard versions={certificate.versions} />
              <ChecksCard checks={certificate.checks} />
            </>
          }
        />
      )}
    </RecordPage>
  )
}

const Asked = ({
  certificate: { name, version, username, allowed },
  asked,
}: {
  certificate: CertificatePage
  asked: NonNullable<CertificatePage['correction']>
}) => (
  <RecordCard title="Requested correction">
    <Facts
      facts={[
        ['Current name', name],
        ['Requested name', asked.name],
        ['Reason', asked.reason],
        ['Requested', formatMoment(asked.created_at)],
      ]}
    />
    {allowed.includes('correct') && (
      <div>
        <DecideCorrection request={{ ...asked, printed: name, version, username }} />
      </div>
    )}
  </RecordCard>
)

const Printed = ({ certificate }: { certificate: CertificatePage }) => {
  const { id, username, name, title, type, course, exam, company, points, hours, outcomes, state } = certificate
  const isThere = state !== 'withdrawn'
  return (
    <RecordCard title="Details">
      <Facts
        facts={[
          ['Name', name],
          ['Course or exam', title],
          ['Type', capitalised(type)],
          !!company && ['Company', company],
          points !== null && ['Points', points],
          hours !== null && ['Study hours', hours],
          ['Issued', formatDay(certificate.issued_at)],
          ['Valid until', formatDayOr(certificate.valid_until, 'no end')],
          certificate.revoked_at !== null && ['Revoked', formatMoment(certificate.revoked_at)],
          !!certificate.reason && ['Reason', certificate.reason],
          certificate.renewed_at !== null && ['Renewed', formatMoment(certificate.renewed_at)],
          certificate.hides_name && ['Public name', 'hidden by its holder'],
          certificate.badge_issue > 0 && ['Badge issued again', certificate.badge_issue],
          certificate.withdrawn_at !== null && ['Withdrawn', formatMoment(certificate.withdrawn_at)],
          outcomes.length > 0 && ['Learning outcomes', outcomes.join(', ')],
          ['Account', <Account key="account" username={username} />],
          course !== null && ['Course', <ResourceLink key="course" resource="courses" id={course} />],
          exam !== null && ['Exam', <ResourceLink key="exam" resource="exams" id={exam} />],
          [
            'Id',
            <span key="id" className="mono">
              {id}
            </span>,
          ],
          [
            'Public page',
            <a key="page" href={paths.certificate(id)} target="_blank" rel="noreferrer">
              Open in a new tab
            </a>,
          ],
          isThere && [
            'PDF',
            <a key="pdf" href={`/api/v1/certificates/${encodeURIComponent(id)}/pdf`} download>
              Download PDF
            </a>,
          ],
        ]}
      />
    </RecordCard>
  )
}

/** Corrects the name, with the old and new one side by side. The old name is preserved as a version. */
const CorrectCard = ({ certificate }: { certificate: CertificatePage }) =>
  certificate.allowed.includes('correct') && (
    <RecordCard title="Correct name">
      <Quiet>The page and the PDF show the new name immediately, under the same link, as a new version.</Quiet>
      <EditForm<CertificatePage>
        labels={{ name: 'Name', state: 'State' }}
        transform={corrected}
        successMessage="Certificate corrected"
      >
        <Text source="name" label="Name" maxLength={120} isRequired />
        <Text source="why" label="Reason" maxLength={500} helperText="Stored with the version" />
        <Preview printed={certificate.name} />
      </EditForm>
    </RecordCard>
  )

const corrected = ({ name, why }: CertificatePage & { why?: string }) => ({ name, ...(why && { reason: why }) })

function Preview({ printed }: { printed: string }) {
  const name: string = useWatch({ name: 'name' }) ?? ''
  return name.trim() === printed ? null : <SideBySide printed={printed} name={name.trim()} />
}

/** Reads by anyone, as counts: nothing about the readers is stored. */
const ChecksCard = ({ checks }: Pick<CertificatePage, 'checks'>) => (
  <RecordCard title="Checks">
    <Quiet>How often it was read in each month, by anyone. Only these counts are stored.</Quiet>
    {checks.length === 0 ? (
      <Quiet>Not read yet.</Quiet>
    ) : (
      <ScrollRegion label="Checks by month">
        <table className={styles.versions}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Public page</th>
              <th scope="col">State</th>
              <th scope="col">Badge</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ month, page, status, badge }) => (
              <tr key={month}>
                <th scope="row">{month.slice(0, 7)}</th>
                <td>{page}</td>
                <td>{status}</td>
                <td>{badge}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )}
  </RecordCard>
)

type Version = CertificatePage['versions'][number]

/** Versions side by side, with the changes highlighted. */
const VersionsCard = ({ versions }: { versions: Version[] }) => (
  <RecordCard title="Versions">
    {versions.length === 0 ? (
      <Quiet>Unchanged since it was issued.</Quiet>
    ) : (
      <ScrollRegion label="Versions side by side">
        <table className={styles.versions}>
          <thead>
            <tr>
              <td />
              {versions.map(({ version }) => (
                <th key={version} scope="col">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, say]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {versions.map((version, index) => {
                  const before = versions[index - 1]
                  const text = say(version)
                  const isNew = before !== undefined && say(before) !== text && label in changing
                  return <td key={version.version}>{isNew ? <strong>{text}</strong> : text}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    )}
  </RecordCard>
)

const rows: readonly (readonly [label: string, say: (version: Version) => string])[] = [
  ['Name', ({ name }) => name],
  ['State', ({ revoked_at }) => (revoked_at ? 'Revoked' : 'Valid')],
  ['Reason', ({ reason }) => reason ?? '—'],
  ['Issued by', ({ actor, version }) => actor ?? (version === 1 ? 'issued' : '—')],
  ['Date', ({ at }) => formatMoment(at)],
]
const changing = { Name: true, State: true }
