import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Form, FormProblem, SubmitButton } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/organisations.ts'
import { hidden } from '../../shell/hidden.tsx'
import { Page } from '../../shell/Page.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { detailsOf, OrganisationFields, showOrganisation } from './OrganisationFields.tsx'

export default function OrganisationsPage() {
  const { data, error, refetch } = useQuery(callQuery('listMyOrganisations'))
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {t.addOrganisation}
    </Button>
  )
  return (
    <Page title={t.title} width="text" intro={t.intro}>
      {error && <Failed what={t.yourOrganisations} why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what={t.yourOrganisations} />}
      {data && isAdding && <AddForm onClose={() => setAdding(false)} />}
      {data?.length === 0 && !isAdding && (
        <Empty title={t.noOrganisations} icon="user" action={add}>
          {t.noOrganisationsHint}
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <ul className="list">
            {data.map(({ id, name, managers, joined_at }) => (
              <li key={id}>
                <Card as="article" className="stack">
                  <h2 className="heading">
                    <Link to={paths.organisation(id)}>
                      <bdi>{name}</bdi>
                    </Link>
                  </h2>
                  <p className="small muted">{t.organisationFacts({ managers, date: formatDate(joined_at) })}</p>
                  <div className="row">
                    <ButtonLink size="small" to={paths.organisationTab(id, 'seats')}>
                      {t.seatsOf({ name, bdi, hidden })}
                    </ButtonLink>
                    <ButtonLink size="small" to={paths.organisationTab(id, 'orders')}>
                      {t.ordersOf({ name, bdi, hidden })}
                    </ButtonLink>
                  </div>
                </Card>
              </li>
            ))}
          </ul>
          {!isAdding && <div>{add}</div>}
        </>
      )}
    </Page>
  )
}

const bdi = (text: ReactNode) => <bdi>{text}</bdi>

function AddForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const idempotencyKey = useRef(crypto.randomUUID())
  const submission = useSubmit(async (values) => {
    try {
      const made = await api.createOrganisation(
        { organisationInput: detailsOf(values) },
        { idempotencyKey: idempotencyKey.current },
      )
      showOrganisation(made)
      void navigate(paths.organisation(made.id))
    } finally {
      idempotencyKey.current = crypto.randomUUID()
    }
  })
  return (
    <SectionCard title={t.addOrganisation}>
      <Form name="organisation" submission={submission}>
        <OrganisationFields />
        <FormProblem>{submission.error}</FormProblem>
        <div className="row">
          <SubmitButton>{t.add}</SubmitButton>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </Form>
    </SectionCard>
  )
}
