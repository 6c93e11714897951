import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { errorMessage, Loading } from '@flagyard/ui/Feedback'
import { FormProblem } from '@flagyard/ui/Form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { Page } from '../../shell/Page.tsx'
import { toasts } from '../../shell/toasts.ts'
import styles from './organisations.module.css'

export default function AcceptInvitationPage() {
  const token = useFragmentParam('token')
  return (
    <Page title="Invitation" width="narrow">
      {token ? (
        <Invitation key={token} token={token} />
      ) : (
        <Card className={styles.card}>
          <p>This link is not complete. Please open the one in our e-mail again, or copy all of it.</p>
        </Card>
      )}
    </Page>
  )
}

function Invitation({ token }: { token: string }) {
  const me = useSession()?.user
  const navigate = useNavigate()
  const { run, isPending, error: problem } = useAction()
  // The query key omits the token, so that it does not stay in the cache.
  const { data, error } = useQuery({
    queryKey: ['previewInvitation'],
    queryFn: () => api.previewInvitation({ invitationToken: { token } }),
    gcTime: 0,
    staleTime: 0,
  })
  const accept = () =>
    run(async () => {
      const { organisation_id, organisation } = await api.acceptInvitation({ invitationToken: { token } })
      await queryClient.invalidateQueries({ queryKey: ['listMyOrganisations'] })
      toasts.show({ type: 'success', content: `You now manage ${isolate(organisation)}.` })
      void navigate(paths.organisation(organisation_id), { replace: true })
    })
  if (error)
    return (
      <Card className={styles.card}>
        <p role="alert">{errorMessage(error)}</p>
        <div>
          <ButtonLink to={paths.organisations}>My organisations</ButtonLink>
        </div>
      </Card>
    )
  if (!data) return <Loading what="the invitation" />
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>{data.organisation}</h2>
      <p>
        {data.invited_by ? `${isolate(data.invited_by)} asks` : 'We ask'} you to manage it: its orders and invoices, who
        gets its seats, and how far its people are, as far as they were told.
      </p>
      <dl className={`${styles.facts} small`}>
        <div>
          <dt>Sent to</dt>
          <dd data-sentry-block>{data.email}</dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>{formatDate(data.expires_at)}</dd>
        </div>
        <div>
          <dt>You accept as</dt>
          <dd data-sentry-block>{me?.username}</dd>
        </div>
      </dl>
      <FormProblem>{problem}</FormProblem>
      {data.joined ? (
        <>
          <p role="status">You manage it already. The link is unused, so somebody else can have it.</p>
          <div>
            <ButtonLink to={paths.organisations}>My organisations</ButtonLink>
          </div>
        </>
      ) : (
        <div>
          <Button variant="primary" busy={isPending} onClick={() => void accept()}>
            Accept the invitation
          </Button>
        </div>
      )}
    </Card>
  )
}
