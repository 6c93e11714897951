import type { Activation } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage } from '@flagyard/ui/Feedback'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatUtcDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/vouchers.ts'
import { Page } from '../../shell/Page.tsx'
import { overlay } from '../../shell/toasts.ts'
import { sharedText } from '../seats/useSeats.ts'
import styles from './vouchers.module.css'

export default function ActivateVoucherPage() {
  const codeFromLink = useFragmentParam('code')
  return (
    <Page title={t.activateTitle} width="narrow" intro={t.activateIntro}>
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
            label={t.code}
            name="code"
            mono
            required
            defaultValue={defaultCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            data-sentry-block
            hint={t.codeHint}
            onInput={() => setFound(null)}
          />
          <FormProblem>{submission.error}</FormProblem>
          {!found && <SubmitButton>{t.seeWhatItOpens}</SubmitButton>}
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
    overlay.showWhile(t.activating, async () => {
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
        <Chip>{t.kinds[contents.kind]}</Chip>
      </div>
      <p role="status">
        {activated
          ? activated.access_ends_at
            ? t.accessUntil({ date: formatUtcDate(activated.access_ends_at) })
            : t.accessNow
          : givesText(contents)}
      </p>
      {contents.shared && <p className={styles.shared}>{t.whatBuyersSee({ shared: sharedText(contents.shared) })}</p>}
      <FormProblem>{problem}</FormProblem>
      {activated ? (
        <ButtonLink to={safeLocation(activated.next) ?? paths.dashboard} variant="primary">
          {t.startNow}
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={activate}>
          {t.activate}
        </Button>
      )}
    </Card>
  )
}

function givesText({ kind, access_days: days }: Activation): string {
  if (kind === 'exam') return t.givesExam
  if (days === null) return t.givesAccessWithoutEnd
  if (kind === 'course') return t.givesAccessFromNow({ days })
  return t.givesAccessFromFirstStart({ days })
}
