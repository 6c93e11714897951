import type { Activation } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage } from '@flagyard/ui/Feedback'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { Page } from '../../shell/Page.tsx'
import { overlay } from '../../shell/toasts.ts'
import { sharedText } from '../seats/useSeats.ts'
import { kindNames } from './labels.ts'
import styles from './vouchers.module.css'

export default function ActivateVoucherPage() {
  const codeFromLink = useFragmentParam('code')
  return (
    <Page
      title="Activate a voucher"
      width="narrow"
      intro="Enter your code. You will see what it opens before you use it."
    >
      {/* Resets the form when another link with a different code is opened in this tab. */}
      <CodeForm key={codeFromLink} defaultCode={codeFromLink} />
    </Page>
  )
}

function CodeForm({ defaultCode }: { defaultCode: string }) {
  const [found, setFound] = useState<{ code: string; contents: Activation } | null>(null)
  const submission = useSubmit(async (values) => {
    const code = String(values.get('code')).trim()
    setFound(null)
    const contents = await api.activateVoucher({ activateVoucherPayload: { code, dry_run: true } })
    setFound({ code, contents })
  })
  return (
    <>
      <Card className="stack">
        <Form name="activate-voucher" submission={submission}>
          <TextField
            label="Code"
            name="code"
            mono
            required
            defaultValue={defaultCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            data-sentry-block
            hint="Five groups. Capitals, spaces and dashes do not matter."
            onInput={() => setFound(null)}
          />
          <FormProblem>{submission.error}</FormProblem>
          {!found && <SubmitButton>See what it opens</SubmitButton>}
        </Form>
      </Card>
      {found && <VoucherContents key={found.code} code={found.code} contents={found.contents} />}
    </>
  )
}

function VoucherContents({ code, contents }: { code: string; contents: Activation }) {
  const [activated, setActivated] = useState<Activation | null>(contents.activated ? contents : null)
  const [problem, setProblem] = useState<string | null>(null)
  const idempotencyKey = useRef(crypto.randomUUID())
  const activate = () =>
    overlay.showWhile('Activating your voucher', async () => {
      setProblem(null)
      try {
        const options = { idempotencyKey: idempotencyKey.current }
        setActivated(await api.activateVoucher({ activateVoucherPayload: { code } }, options))
        void queryClient.invalidateQueries()
      } catch (error) {
        idempotencyKey.current = crypto.randomUUID()
        setProblem(errorMessage(error))
      }
    })
  return (
    <Card as="section" className="stack">
      <div className="row between">
        <h2 className="heading">{contents.title}</h2>
        <Chip>{kindNames[contents.kind]}</Chip>
      </div>
      <p role="status">
        {activated
          ? `You have access now${activated.access_ends_at ? `, until ${formatUtcDate(activated.access_ends_at)}` : ''}.`
          : `${howLong(contents)} Activating it uses up the code.`}
      </p>
      {contents.shared && (
        <p className={styles.shared}>{sharedText(contents.shared)} They never see your attempts, notes or feedback.</p>
      )}
      <FormProblem>{problem}</FormProblem>
      {activated ? (
        <ButtonLink to={safeLocation(activated.next) ?? paths.dashboard} variant="primary">
          Start now
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={activate}>
          Activate
        </Button>
      )}
    </Card>
  )
}

function howLong({ kind, access_days: days }: Activation): string {
  if (kind === 'exam') return 'This code gives your account access. Take the exam within a year.'
  if (days === null) return 'This code gives your account access without an end date.'
  if (kind === 'course') return `This code gives your account access for ${countOf(days, 'day')} from now.`
  return `This code gives your account access for ${countOf(days, 'day')} from when you first start it. Start it within a year.`
}
