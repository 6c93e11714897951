import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Link } from '@flagyard/ui/Link'
import { type ReactNode, useState } from 'react'
import { session } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import * as t from '../../messages/en/auth.ts'
import { AuthCard, IncompleteLink } from './AuthCard.tsx'

interface Props {
  title: string
  children: ReactNode
  buttonLabel: string
  send: (payload: { token: string }) => Promise<{ message: string }>
  doneTitle: string
  doneActions: ReactNode
  /** Help for links that do not work. */
  help?: ReactNode
}

/** Page of an e-mailed link. Only the button acts, because mail scanners also open links. */
export function MailedLinkPage(props: Props) {
  const token = useFragmentParam('token')
  // Resets the page when another link is opened in this tab.
  return <MailedLink key={token} token={token} {...props} />
}

const contact = <Link to={paths.contact}>{t.writeToUs}</Link>

function MailedLink({
  token,
  title,
  children,
  buttonLabel,
  send,
  doneTitle,
  doneActions,
  help = contact,
}: Props & { token: string }) {
  const { run, isPending, error } = useAction()
  const [doneMessage, setDoneMessage] = useState<string>()
  const submit = () =>
    run(async () => {
      const { message } = await send({ token })
      // The link may have changed the account or ended the session of this browser.
      if (session.get()) await session.refresh().catch(() => undefined)
      setDoneMessage(message)
    })
  if (doneMessage !== undefined)
    return (
      <AuthCard title={doneTitle} intro={<span role="status">{doneMessage}</span>}>
        <div className="row">{doneActions}</div>
      </AuthCard>
    )
  if (!token) return <IncompleteLink help={help} />
  return (
    <AuthCard title={title} error={error} footer={error && help}>
      <div className="stack">
        {children}
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={submit}>
            {buttonLabel}
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}
