import type { BackupRun, System } from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { Chip } from '@flagyard/ui/Chip'
import { FailedLine } from '@flagyard/ui/Feedback'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { LinearProgress } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LoadingOrError, useCall, useCan } from '../../crud/calls.tsx'
import { PlainTable } from '../../crud/list/PlainTable.tsx'
import { CardColumns, Facts, RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf, formatAge, formatAgo, formatCount, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { formatBytes } from '../uploads/file-words.ts'
import { LatestDeadJobs } from './DeadJobs.tsx'
import styles from './Operations.module.css'

/** State of the installation for on-call: what is late or failing first, then processes, queues, mail, files and database. */
export default function Operations() {
  const { data, error, refetch } = useCall('getSystem', {}, { staleTime: 0, refetchInterval: 5_000 })
  return (
    <>
      <ScreenHeader title="Operations" about={data ? 'Updated every 5 seconds' : ' '} />
      {data ? (
        <div className={styles.page}>
          {error && (
            <FailedLine
              why={`These figures are from ${formatMoment(data.at)}. ${sentenceOf(error)}`}
              onRetry={() => void refetch()}
            />
          )}
          <Content system={data} />
        </div>
      ) : (
        <LoadingOrError what="the figures" error={error} retry={refetch} />
      )}
    </>
  )
}

function Content({ system }: { system: System }) {
  const { processes, queues, mail, storage, database, dead_jobs } = system
  const mayRetry = useCan()({ operation: 'listDeadJobs' })
  return (
    <>
      <Figures system={system} mayRetry={mayRetry} />
      <Processes processes={processes} />
      <CardColumns
        left={
          <>
            <Queues queues={queues} />
            {mayRetry && (
              <RecordCard title="Failed jobs">
                {dead_jobs === 0 ? (
                  <p className={styles.calm}>All jobs have completed or were retried.</p>
                ) : (
                  <LatestDeadJobs total={dead_jobs} />
                )}
              </RecordCard>
            )}
            <Mail mail={mail} />
          </>
        }
        right={
          <>
            <Release system={system} />
            <Backups backups={system.backups} />
            <Storage storage={storage} />
            <LargestTables database={database} />
          </>
        }
      />
      <Statements database={database} />
    </>
  )
}

/** Wait in seconds, and clock difference in milliseconds, from which a figure is marked. */
const LONG_WAIT_SECONDS = 300
const LARGE_DIFFERENCE_MS = 1_000

const isLate = (since: string | null | undefined) =>
  since != null && Date.now() - Date.parse(since) > LONG_WAIT_SECONDS * 1_000

function Figures({ system, mayRetry }: { system: System; mayRetry: boolean }) {
  const { processes, queues, dead_jobs, open_alarms, mail, clock_difference_ms: difference } = system
  const silent = processes.filter(({ is_responding }) => !is_responding).length
  const oldest = queues[0]?.oldest_at
  const link = (to: string, count: number) => (count > 0 ? <Link to={to}>{formatLimited(count)}</Link> : 0)
  return (
    <dl className={styles.figures}>
      <Figure name="Processes" value={processes.length - silent} isBad={silent > 0}>
        {silent > 0 ? `${formatCount(silent)} not responding` : 'responding'}
      </Figure>
      <Figure name="Jobs due" value={countDue(queues)} isBad={isLate(oldest)}>
        {oldest ? `oldest ${formatAge(oldest)}` : 'nothing waits'}
      </Figure>
      <Figure
        name="Failed jobs"
        value={mayRetry ? link(consolePaths.deadJobs, dead_jobs) : formatLimited(dead_jobs)}
        isBad={dead_jobs > 0}
      >
        {dead_jobs > 0 ? 'after all retries' : 'nothing to retry'}
      </Figure>
      <Figure
        name="Open alarms"
        value={link(filteredList('listAlarms', { state: 'open' }), open_alarms)}
        isBad={open_alarms > 0}
      >
        {open_alarms > 0 ? 'not muted' : 'all quiet'}
      </Figure>
      <Figure name="Mails waiting" value={formatCount(mail.waiting)} isBad={isLate(mail.oldest_at)}>
        {mail.oldest_at ? `oldest ${formatAge(mail.oldest_at)}` : 'nothing waits'}
      </Figure>
      <Figure name="Clock" value={formatMs(difference)} isBad={Math.abs(difference) >= LARGE_DIFFERENCE_MS}>
        {difference === 0 ? 'equals the database’s' : difference > 0 ? 'ahead of the database' : 'behind the database'}
      </Figure>
    </dl>
  )
}

const Figure = ({ name, value, isBad, children }: FigureProps) => (
  <div className={isBad ? `${styles.figure} ${styles.bad}` : styles.figure}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.number}>{value}</span>
      <span className={styles.note}>{children}</span>
    </dd>
  </div>
)

interface FigureProps {
  name: string
  value: ReactNode
  isBad: boolean
  children: ReactNode
}

/** Limit of the server's count of the jobs of a queue. */
const MAX_COUNTED = 10_000

const formatLimited = (waiting: number) =>
  waiting > MAX_COUNTED ? `more than ${formatCount(MAX_COUNTED)}` : formatCount(waiting)

function countDue(queues: System['queues']): string {
  const sum = queues.reduce((all, { waiting }) => all + Math.min(waiting, MAX_COUNTED), 0)
  return `${formatCount(sum)}${queues.some(({ waiting }) => waiting > MAX_COUNTED) ? '+' : ''}`
}

/** `0.4 ms`, `12 ms` or `2.5 s`, without the sign. */
function formatMs(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  const round = (value: number) => formatCount(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
  return size < 1_000 ? `${round(size)} ms` : `${round(size / 1_000)} s`
}

const roleNames = { all: 'Web and worker', web: 'Web', worker: 'Worker' }

const Processes = ({ processes }: { processes: System['processes'] }) => (
  <RecordCard title="Processes">
    {processes.length === 0 ? (
      <p className={styles.calm}>No process has written a heartbeat yet.</p>
    ) : (
      <ScrollRegion label="Table of processes">
        <PlainTable
          className={`${styles.table} ${styles.wide}`}
          heads={['Process', 'State', 'Release', 'Started', 'Memory', 'Event-loop delay']}
          rows={processes.map((one) => [
            one.id,
            <span key="name" className={styles.name}>
              <strong>{one.host}</strong>
              <span className={styles.note}>
                {roleNames[one.role]} · process {one.pid}
              </span>
            </span>,
            one.is_responding ? (
              <Chip tone="good">Responding</Chip>
            ) : (
              <Chip tone="bad">Not responding for {formatAge(one.beat_at)}</Chip>
            ),
            releaseOf(one),
            formatAgo(one.started_at),
            formatBytes(one.memory_bytes),
            formatMs(one.event_loop_delay_ms),
          ])}
        />
      </ScrollRegion>
    )}
    <p className={styles.calm}>
      Processes write a heartbeat every 10 seconds. After three missed ones, a process is not responding, and it is
      listed for a day. The delay is the mean of five seconds; at 2 s, a process answers API calls with 503.
    </p>
  </RecordCard>
)

const releaseOf = ({ version, commit }: { version: string; commit: string | null }) =>
  commit ? `${version} (${commit.slice(0, 12)})` : version

const Queues = ({ queues }: { queues: System['queues'] }) => (
  <RecordCard title="Queues">
    {queues.length === 0 ? (
      <p className={styles.calm}>No job is due.</p>
    ) : (
      <PlainTable
        className={styles.table}
        heads={['Job', 'Due', 'Oldest']}
        rows={queues.map(({ job, waiting, oldest_at }) => [
          job,
          <span key="job" className="mono">
            {job}
          </span>,
          formatLimited(waiting),
          isLate(oldest_at) ? <Chip tone="bad">{formatAge(oldest_at)}</Chip> : formatAge(oldest_at),
        ])}
      />
    )}
    <p className={styles.calm}>
      Jobs that could run now and have not started. If a job waits for minutes, no worker is running, or the workers are
      too few.
    </p>
  </RecordCard>
)

const mailServers = { smtp: 'Configured', demo: 'Demo: mails stay in the outbox' }

const Mail = ({ mail: { server, waiting, oldest_at, sent, refused, failed } }: { mail: System['mail'] }) => (
  <RecordCard title="Mail">
    <Facts
      facts={[
        ['Server', server ? mailServers[server] : <Chip tone="bad">None: no mail is sent</Chip>],
        ['Waiting', oldest_at ? `${formatCount(waiting)}, oldest ${formatAge(oldest_at)}` : formatCount(waiting)],
        ['Sent in 24 hours', formatCount(sent)],
        ['Refused in 3 days', formatCount(refused)],
        ['Failed in 3 days', formatCount(failed)],
      ]}
    />
    <p className={styles.calm}>
      Refused mails were permanently rejected by the mail server. Failed mails were tried for two days. A mail that
      waits is retried.
    </p>
  </RecordCard>
)

const Release = ({ system: { release, database } }: { system: System }) => (
  <RecordCard title="Release">
    <Facts
      facts={[
        ['Version', release.version],
        ['Commit', release.commit ? <span className="mono">{release.commit}</span> : 'Not a release'],
        ['Schema', release.schema ? <span className="mono">{release.schema}</span> : 'Newer than this release'],
        ['Database', `${database.kind === 'postgres' ? 'Postgres' : 'Embedded'}, ${formatBytes(database.bytes)}`],
      ]}
    />
  </RecordCard>
)

const Backups = ({ backups }: { backups: System['backups'] }) => (
  <RecordCard title="Backups">
    {backups ? (
      <Facts
        facts={[
          ['Target', <span className="mono">{backups.target}</span>],
          ['Last backup', <Run key="backup" runs={backups.backup} />],
          ['Last restore drill', <Run key="drill" runs={backups.drill} />],
          ['Next backup', formatMoment(backups.next_at)],
        ]}
      />
    ) : (
      <p className={styles.calm}>
        Not scheduled. Set <code>BACKUP_TARGET</code> to a folder or bucket for a backup and a restore drill every
        night.
      </p>
    )}
    <p className={styles.calm}>
      A drill restores the latest backup into a scratch database, and compares its rows and files with the backup.
    </p>
  </RecordCard>
)

const runStates = {
  running: ['info', 'Running'],
  done: ['good', 'Succeeded'],
  failed: ['bad', 'Failed'],
} as const

/** Latest run with its result. After a failure also the latest successful one. */
function Run({ runs: { last, good } }: { runs: Backups['backup'] }) {
  if (!last) return 'None yet'
  const [tone, state] = runStates[last.state]
  return (
    <span className={styles.name}>
      <span>
        <Chip tone={tone}>{state}</Chip> {formatMoment(last.started_at)}
      </span>
      <span className={styles.note}>{contentsOf(last)}</span>
      {[...(last.error ? [last.error] : []), ...last.differences].map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
      {last.state !== 'done' && (
        <span className={styles.note}>
          {good ? `Last success: ${formatMoment(good.started_at)}, ${contentsOf(good)}` : 'None has succeeded yet.'}
        </span>
      )}
    </span>
  )
}

type Backups = NonNullable<System['backups']>

/** Known facts: name, size and contents. */
const contentsOf = ({ name, bytes, rows, files }: BackupRun) =>
  [
    name,
    bytes !== null && formatBytes(bytes),
    rows !== null && countOf(rows, 'row'),
    files !== null && countOf(files, 'file'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Share of the storage, in per cent, from which the bar is marked. */
const ALMOST_FULL = 90

function Storage({ storage: { used_bytes, max_bytes } }: { storage: System['storage'] }) {
  const share = Math.min(100, Math.round((100 * used_bytes) / max_bytes))
  return (
    <RecordCard title="Storage">
      <LinearProgress
        variant="determinate"
        value={share}
        color={share >= ALMOST_FULL ? 'error' : 'primary'}
        aria-label="Storage used"
      />
      <p className={styles.calm}>
        {formatBytes(used_bytes)} of {formatBytes(max_bytes)} ({share}%) for videos, pictures and uploads. Set{' '}
        <code>MAX_STORED_SIZE</code> to change the limit.
      </p>
    </RecordCard>
  )
}

const LargestTables = ({ database: { tables } }: { database: System['database'] }) => (
  <RecordCard title="Largest tables">
    <PlainTable
      className={styles.table}
      heads={['Table', 'Rows, estimated', 'Size']}
      rows={tables.map(({ name, rows, bytes }) => [
        name,
        <span key="name" className="mono">
          {name}
        </span>,
        rows === null ? 'unknown' : formatCount(rows),
        formatBytes(bytes),
      ])}
    />
    <p className={styles.calm}>With indexes. Expired rows are deleted every night.</p>
  </RecordCard>
)

const Statements = ({ database: { kind, running, slowest } }: { database: System['database'] }) => (
  <RecordCard title="Database statements">
    <h3 className={styles.small}>Running for more than a second, or waiting for a lock</h3>
    {running.length === 0 ? (
      <p className={styles.calm}>None.</p>
    ) : (
      <ul className={styles.rows}>
        {running.map(({ pid, state, since, blocked_by, text }) => (
          <li key={pid}>
            <div className={styles.what}>
              <code>{text}</code>
              <span className={styles.note}>
                Database process {pid} · {state} for {formatAge(since)}
              </span>
            </div>
            {blocked_by.length > 0 && <Chip tone="warn">Waits for {blocked_by.join(', ')}</Chip>}
          </li>
        ))}
      </ul>
    )}
    <h3 className={styles.small}>Highest total time</h3>
    {slowest === null ? (
      <p className={styles.calm}>
        {kind === 'embedded'
          ? 'The embedded database does not measure its statements.'
          : 'Not measured: pg_stat_statements is not installed. Add it to shared_preload_libraries, and create the extension.'}
      </p>
    ) : (
      <ul className={styles.rows}>
        {slowest.map(({ text, calls, mean_ms, total_ms }) => (
          <li key={`${text} ${calls}`}>
            <div className={styles.what}>
              <code>{text}</code>
              <span className={styles.note}>
                {countOf(calls, 'call')} · mean {formatMs(mean_ms)} · total {formatMs(total_ms)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    )}
    <p className={styles.calm}>Values are not shown, because they may be personal data.</p>
  </RecordCard>
)
