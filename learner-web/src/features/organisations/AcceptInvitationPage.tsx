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
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'

export default function AcceptInvitationPage() {
  const token = useFragmentParam('token')
  return (
    <Page title="Invitation" width="narrow">
      {token ? (
        <Invitation key={token} token={token} />
      ) : (
        <Card className="stack">
          <p>This link is incomplete. Open the link in your e-mail again, or copy the whole link.</p>
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
      showSuccess(`You now manage ${isolate(organisation)}.`)
      void navigate(paths.organisation(organisation_id), { replace: true })
    })
  if (error)
    return (
      <Card className="stack">
        <p role="alert">{errorMessage(error)}</p>
        <ButtonLink to={paths.organisations}>My organisations</ButtonLink>
      </Card>
    )
  if (!data) return <Loading what="the invitation" />
  return (
    <SectionCard title={data.organisation}>
      <p>
        {data.invited_by ? `${isolate(data.invited_by)} invites you` : 'You are invited'} to manage it: its orders,
        invoices and seats. You will also see the learning progress that its orders share.
      </p>
      <p className="small muted">
        Sent to <span data-sentry-block>{data.email}</span> · expires on {formatDate(data.expires_at)} · you are signed
        in as <span data-sentry-block>{me?.username}</span>
      </p>
      <FormProblem>{problem}</FormProblem>
      {data.joined ? (
        <>
          <p role="status">You already manage it. The link was not used, so you can pass it on.</p>
          <ButtonLink to={paths.organisations}>My organisations</ButtonLink>
        </>
      ) : (
        <Button variant="primary" busy={isPending} onClick={() => void accept()}>
          Accept the invitation
        </Button>
      )}
    </SectionCard>
  )
}
