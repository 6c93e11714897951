import type { Activation } from '@flagyard/api-types'
import { safeLocation } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useRef, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { formatDay } from '../../lib/day.ts'
import { queryClient } from '../../lib/query.ts'
import { errorMessage, useSubmit } from '../../lib/useSubmit.ts'
import { Page } from '../../shell/Page.tsx'
import { overlay } from '../../shell/toasts.ts'
import { kindNames } from './kinds.ts'
import { useFragmentCode } from './useFragmentCode.ts'
import styles from './vouchers.module.css'

/** A code is looked at first, and used by a second click. */
export default function ActivateVoucherPage() {
  const carried = useFragmentCode()
  const [found, setFound] = useState<{ code: string; holds: Activation } | null>(null)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const code = String(values.get('code')).trim()
    setFound(null)
    const holds = await api.activateVoucher({ activateVoucherPayload: { code, dry_run: true } })
    setFound({ code, holds })
  })
  return (
    <Page
      title="Activate a voucher"
      width="narrow"
      intro="Type the code as you have it. You see what it opens before it is used."
    >
      <Card className={styles.answer}>
        <Form name="activate-voucher" onSubmit={submit}>
          <TextField
            label="Code"
            name="code"
            mono
            required
            defaultValue={carried}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            data-sentry-block
            hint="Five groups. Capitals, spaces and dashes do not matter."
            error={fieldError('code')}
            onInput={() => setFound(null)}
          />
          {formError && (
            <p className={styles.problem} role="alert">
              {formError}
            </p>
          )}
          {!found && (
            <Button type="submit" variant="primary" busy={isPending}>
              See what it opens
            </Button>
          )}
        </Form>
      </Card>
      {found && <Holds key={found.code} code={found.code} holds={found.holds} />}
    </Page>
  )
}

function Holds({ code, holds }: { code: string; holds: Activation }) {
  const [opened, setOpened] = useState<Activation | null>(holds.activated ? holds : null)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(crypto.randomUUID())
  const activate = () =>
    overlay.showWhile('Activating your voucher', async () => {
      setProblem(null)
      try {
        const options = { idempotencyKey: key.current }
        setOpened(await api.activateVoucher({ activateVoucherPayload: { code } }, options))
        void queryClient.invalidateQueries()
      } catch (error) {
        key.current = crypto.randomUUID()
        setProblem(errorMessage(error))
      }
    })
  return (
    <Card as="section" className={styles.answer}>
      <div className={styles.head}>
        <h2 className={styles.title}>{holds.title}</h2>
        <Chip>{kindNames[holds.kind]}</Chip>
      </div>
      <p role="status">
        {opened
          ? `It is open now${opened.access_ends_at ? `, until ${formatDay(opened.access_ends_at)}` : ''}.`
          : 'This code opens it for your account, and is used by that.'}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {opened ? (
        <ButtonLink to={safeLocation(opened.next) ?? paths.dashboard} variant="primary">
          Start now
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={activate}>
          Activate it
        </Button>
      )}
    </Card>
  )
}
