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
import * as t from '../../messages/en/organisations.ts'
import { Page } from '../../shell/Page.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { showSuccess } from '../../shell/toasts.ts'

export default function AcceptInvitationPage() {
  const token = useFragmentParam('token')
  return (
    <Page title={t.invitation} width="narrow">
      {token ? (
        <Invitation key={token} token={token} />
      ) : (
        <Card className="stack">
          <p>{t.incompleteLink}</p>
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
      showSuccess(t.joined({ organisation: isolate(organisation) }))
      void navigate(paths.organisation(organisation_id), { replace: true })
    })
  if (error)
    return (
      <Card className="stack">
        <p role="alert">{errorMessage(error)}</p>
        <ButtonLink to={paths.organisations}>{t.myOrganisations}</ButtonLink>
      </Card>
    )
  if (!data) return <Loading what={t.theInvitation} />
  return (
    <SectionCard title={data.organisation}>
      <p>{data.invited_by ? t.invitedBy({ inviter: isolate(data.invited_by) }) : t.invited}</p>
      <p className="small muted">
        {t.invitationFacts({
          email: data.email,
          date: formatDate(data.expires_at),
          username: me?.username,
          private: (children) => <span data-sentry-block>{children}</span>,
        })}
      </p>
      <FormProblem>{problem}</FormProblem>
      {data.joined ? (
        <>
          <p role="status">{t.alreadyManager}</p>
          <ButtonLink to={paths.organisations}>{t.myOrganisations}</ButtonLink>
        </>
      ) : (
        <Button variant="primary" busy={isPending} onClick={() => void accept()}>
          {t.acceptInvitation}
        </Button>
      )}
    </SectionCard>
  )
}
