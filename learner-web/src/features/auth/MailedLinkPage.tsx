import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { type ReactNode, useState } from 'react'
import { session } from '../../lib/session.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { AuthCard } from './AuthCard.tsx'

interface Props {
  title: string
  /** What the click will do. */
  children: ReactNode
  buttonLabel: string
  send: (emailTokenPayload: { token: string }) => Promise<{ message: string }>
  doneTitle: string
  /** The ways on, once it is done. */
  doneActions: ReactNode
}

/** A page behind a mailed link. A click acts, never the mere opening: mail scanners open links too. */
export function MailedLinkPage({ title, children, buttonLabel, send, doneTitle, doneActions }: Props) {
  const token = useFragmentParam('token')
  const [busy, setBusy] = useState(false)
  const [doneMessage, setDoneMessage] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { message } = await send({ token })
      // Whoever is signed in here hears of the other address, or of the end of the session.
      if (session.get()) await session.refresh().catch(() => undefined)
      setDoneMessage(message)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  if (doneMessage !== undefined)
    return (
      <AuthCard title={doneTitle} intro={<span role="status">{doneMessage}</span>}>
        <div className="row">{doneActions}</div>
      </AuthCard>
    )
  if (!token)
    return (
      <AuthCard
        title="This link is not whole"
        intro="Its token is missing. Open the link in the mail again, or copy all of it."
      />
    )
  return (
    <AuthCard title={title} error={problem}>
      <div className="stack">
        {children}
        <div className="row">
          <Button variant="primary" busy={busy} onClick={submit}>
            {buttonLabel}
          </Button>
          {problem && <ButtonLink to={paths.contact}>Write to us</ButtonLink>}
        </div>
      </div>
    </AuthCard>
  )
}
