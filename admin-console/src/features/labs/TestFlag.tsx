import type { LabTest } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { OperationButton } from '../../crud/actions.tsx'
import { useCallMutation } from '../../crud/calls.tsx'
import styles from '../content/content.module.css'

/** One flag of a test run: solved, or a field to submit it. */
export function TestFlag({ slug, flag }: { slug: string; flag: LabTest['flags'][number] }) {
  const [value, setValue] = useState('')
  const { send, isPending } = useCallMutation((provider) =>
    provider.call('submitTestFlag', { slug, id: flag.id, submitFlagPayload: { flag: value } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const isStep = flag.type === 'NOFLAG'
  return (
    <form className={styles.flag} onSubmit={submit}>
      <strong>
        {flag.title} {flag.solved && <Chip tone="good">Solved</Chip>}
      </strong>
      <span className={styles.quiet}>{flag.question}</span>
      {!flag.solved && (
        <div className={styles.answer}>
          {!isStep && (
            <TextField
              label={`Flag of ${flag.title}`}
              size="small"
              value={value}
              onChange={({ target }) => setValue(target.value)}
              slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
            />
          )}
          <OperationButton
            operation="submitTestFlag"
            type="submit"
            loading={isPending}
            aria-label={`${isStep ? 'Confirm' : 'Check'} ${flag.title}`}
          >
            {isStep ? 'Confirm' : 'Check'}
          </OperationButton>
        </div>
      )}
    </form>
  )
}
