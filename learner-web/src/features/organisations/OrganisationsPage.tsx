import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Form, FormProblem, SubmitButton } from '@flagyard/ui/Form'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { Page } from '../../shell/Page.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { detailsOf, OrganisationFields, showOrganisation } from './OrganisationFields.tsx'

export default function OrganisationsPage() {
  const { data, error, refetch } = useQuery(callQuery('listMyOrganisations'))
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Add an organisation
    </Button>
  )
  return (
    <Page
      title="Organisations"
      width="text"
      intro="Organisations whose orders, seats and invoices you manage together with others."
    >
      {error && <Failed what="your organisations" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="your organisations" />}
      {data && isAdding && <AddForm onClose={() => setAdding(false)} />}
      {data?.length === 0 && !isAdding && (
        <Empty title="No organisation yet" icon="user" action={add}>
          Add your company or public body, buy seats for it, and invite colleagues to manage them with you.
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
                  <p className="small muted">
                    {countOf(managers, 'manager')} · you joined {formatDate(joined_at)}
                  </p>
                  <div className="row">
                    <ButtonLink size="small" to={paths.organisationTab(id, 'seats')}>
                      Seats
                      <span className="visually-hidden">
                        {' '}
                        of <bdi>{name}</bdi>
                      </span>
                    </ButtonLink>
                    <ButtonLink size="small" to={paths.organisationTab(id, 'orders')}>
                      Orders
                      <span className="visually-hidden">
                        {' '}
                        of <bdi>{name}</bdi>
                      </span>
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
    <SectionCard title="Add an organisation">
      <Form name="organisation" submission={submission}>
        <OrganisationFields />
        <FormProblem>{submission.error}</FormProblem>
        <div className="row">
          <SubmitButton>Add</SubmitButton>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </SectionCard>
  )
}
