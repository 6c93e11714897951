import type { AccessAnswer, UserRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { contentOf, useContentOptions } from '../../crud/inputs.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { grantAction } from './actions.tsx'
import { EntitlementRows } from './EntitlementList.tsx'
import styles from './WhyOpen.module.css'

/** Access check for a user, and all their entitlements. */
export default function UserEntitlements() {
  const user = useRecordContext<UserRecord>()
  if (!user) return null
  return (
    <div className="stack">
      <WhyOpen user={user} />
      <RelatedList
        reference="entitlements"
        actions={user.allowed.includes('grant') && <RecordButtons record={user} actions={grantActions} />}
      >
        <EntitlementRows
          ofPerson
          empty="No entitlements. Purchases, vouchers, bundles and beta tests are listed here."
        />
      </RelatedList>
    </div>
  )
}

const grantActions = [grantAction('Grant access…')]

/** Explains whether this learner can open a course, lab or exam and its lessons, with the texts that the learner sees. */
function WhyOpen({ user }: { user: UserRecord }) {
  const [chosen, setChosen] = useState('')
  const options = useContentOptions()
  return (
    <section className={styles.card} aria-label="Check access">
      <TextField
        select
        fullWidth
        label="Check access"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        <MenuItem value="">Choose a course, lab or exam</MenuItem>
        {options.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {chosen && <Answer user={user} content={chosen} />}
    </section>
  )
}

function Answer({ user, content }: { user: UserRecord; content: string }) {
  const { data, error } = useCall('explainAccess', { username: user.username, ...contentOf(content) })
  // A grant does not help if the entitlement is suspended (resume it instead) or the whole account is locked.
  const canGrant = GRANTABLE.has(data?.rule ?? '')
  return (
    <>
      <p className={styles.answer} role="status">
        {error && sentenceOf(error)}
        {!data && !error && 'Asking…'}
        {data && (
          <>
            <Chip tone={data.granted ? 'good' : 'bad'}>{data.granted ? 'Has access' : 'No access'}</Chip>
            <span>{data.message}</span>
            {data.pending.map(({ resource, id, what }) => (
              <ResourceLink key={id} resource={resource} id={id}>
                {what}
              </ResourceLink>
            ))}
            {canGrant && <RecordButtons record={user} actions={[grantAction('Grant missing access…', content)]} />}
          </>
        )}
      </p>
      {data && data.lessons.length > 0 && <Lessons key={content} {...data} />}
    </>
  )
}

/** Access to each lesson of the course, with reasons. A reason that applies to the whole course is not repeated. */
function Lessons({ lessons, message }: AccessAnswer) {
  const [isShown, setShown] = useState(false)
  const open = lessons.filter((lesson) => lesson.open).length
  return (
    <details onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {countOf(lessons.length, 'lesson', 'lessons')}: {open} open, {lessons.length - open} locked
      </summary>
      {isShown &&
        [...Map.groupBy(lessons, ({ section }) => section)].map(([section, ofSection]) => (
          <section key={section} aria-label={ofSection[0]?.section_title}>
            <h4 className={styles.section}>{ofSection[0]?.section_title}</h4>
            <ul className={styles.lessons}>
              {ofSection.map(({ lesson, title, open, completed, reason }) => (
                <li key={lesson} className={styles.lesson}>
                  <Chip tone={open ? 'good' : 'neutral'}>{open ? 'Open' : 'Locked'}</Chip>
                  <span>{title}</span>
                  <span className={styles.reason}>
                    {[completed && 'Completed', reason !== message && reason].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </details>
  )
}

const GRANTABLE = new Set(['not_entitled', 'ended', 'revoked'])
