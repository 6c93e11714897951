import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { Form, FormProblem } from '@flagyard/ui/Form'
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
import { detailsOf, OrganisationFields, showOrganisation } from './OrganisationFields.tsx'
import styles from './organisations.module.css'

export default function OrganisationsPage() {
  const { data, error, refetch } = useQuery(callQuery('listMyOrganisations'))
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Add an organisation
    </Button>
  )
  return (
    <Page title="Organisations" width="text" intro="Whose orders, seats and invoices you look after, with others.">
      {error && <Failed what="your organisations" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="your organisations" />}
      {data && isAdding && <AddForm onClose={() => setAdding(false)} />}
      {data?.length === 0 && !isAdding && (
        <Empty title="No organisation yet" icon="user" action={add}>
          Add your company or public body, buy seats for it, and ask colleagues to look after them with you.
        </Empty>
      )}
      {data && data.length > 0 && (
        <>
          <ul className={styles.list}>
            {data.map(({ id, name, managers, joined_at }) => (
              <li key={id}>
                <Card as="article" className={styles.card}>
                  <h2 className={styles.title}>
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
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
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
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Add an organisation</h2>
      <Form name="organisation" onSubmit={submit} className={styles.form}>
        <OrganisationFields fieldError={fieldError} />
        <FormProblem>{formError}</FormProblem>
        <div className="row">
          <Button type="submit" variant="primary" busy={isPending}>
            Add it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Card>
  )
}
