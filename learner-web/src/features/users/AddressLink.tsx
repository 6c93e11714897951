import { Button, ButtonLink } from '@flagyard/ui/Button'
import { type ReactNode, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { session } from '../../lib/session.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { useFragmentToken } from '../auth/useFragmentToken.ts'

interface Props {
  title: string
  /** What the click will do. */
  children: ReactNode
  action: string
  send: (emailTokenPayload: { token: string }) => Promise<{ message: string }>
  doneTitle: string
  /** The ways on, once it is done. */
  onward: ReactNode
}

/** A page behind a mailed link. A click acts, never the mere opening: mail scanners open links too. */
export function AddressLink({ title, children, action, send, doneTitle, onward }: Props) {
  const token = useFragmentToken()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const act = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { message } = await send({ token })
      // Whoever is signed in here hears of the other address, or of the end of the session.
      if (session.get()) await session.refresh().catch(() => undefined)
      setDone(message)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  if (done !== undefined)
    return (
      <AuthCard title={doneTitle} intro={<span role="status">{done}</span>}>
        <div className="row">{onward}</div>
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
          <Button variant="primary" busy={busy} onClick={act}>
            {action}
          </Button>
          {problem && <ButtonLink to={paths.contact}>Write to us</ButtonLink>}
        </div>
      </div>
    </AuthCard>
  )
}
