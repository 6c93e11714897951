import type { UserRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { OperationButton } from '../../crud/OperationButton.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { useCall } from '../../crud/useCall.ts'
import { contentOf, useContentOptions } from '../../crud/useContentOptions.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { GrantDialog } from './GrantDialog.tsx'
import styles from './WhyOpen.module.css'

/** Why something opens to this learner, or why not: the server asks what answers the learner, and gives their words. */
export function WhyOpen({ user }: { user: UserRecord }) {
  const [chosen, setChosen] = useState('')
  const options = useContentOptions()
  return (
    <section className={styles.card} aria-label="Why does it open, or not?">
      <TextField
        select
        fullWidth
        label="Why does it open, or not?"
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

function Answer({ user: { username, allowed }, content }: { user: UserRecord; content: string }) {
  const { data, error } = useCall('explainAccess', { username, ...contentOf(content) })
  const [open, setOpen] = useState(false)
  // What is suspended is resumed, and what keeps the whole account out is no matter of this content.
  const canGrant = allowed.includes('grant') && GRANTABLE.has(data?.rule ?? '')
  return (
    <p className={styles.answer} role="status">
      {error && sentenceOf(error)}
      {!data && !error && 'Asking…'}
      {data && (
        <>
          <Chip tone={data.granted ? 'good' : 'bad'}>{data.granted ? 'Opens' : 'Does not open'}</Chip>
          <span>{data.message}</span>
          {data.pending.map(({ resource, id, what }) => (
            <ResourceLink key={id} resource={resource} id={id}>
              {what}
            </ResourceLink>
          ))}
          {canGrant && (
            <OperationButton operation="grantEntitlement" size="small" onClick={() => setOpen(true)}>
              Grant it…
            </OperationButton>
          )}
        </>
      )}
      {open && <GrantDialog username={username} content={content} onClose={() => setOpen(false)} />}
    </p>
  )
}

const GRANTABLE = new Set(['not_entitled', 'ended', 'revoked'])
