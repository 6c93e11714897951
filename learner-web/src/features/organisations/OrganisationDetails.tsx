import type { Organisation } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form } from '@flagyard/ui/Form'
import { FormProblem } from '@flagyard/ui/FormError'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import { detailsOf, OrganisationFields } from './OrganisationFields.tsx'
import styles from './organisations.module.css'
import { showOrganisation } from './useOrganisation.ts'

/** Billing details for future orders. */
export function OrganisationDetails({ organisation }: { organisation: Organisation }) {
  const { id, version } = organisation
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    showOrganisation(await api.updateOrganisation({ id, organisationEdit: { version, ...detailsOf(values) } }))
    toasts.show({ type: 'success', content: 'The details are saved.' })
  })
  return (
    <Card as="section" className={styles.card}>
      <p className="small muted">Orders to come are billed like this. Those that were placed keep what they say.</p>
      <Form name="organisation" onSubmit={submit} className={styles.form}>
        <OrganisationFields organisation={organisation} fieldError={fieldError} />
        <FormProblem>{formError}</FormProblem>
        <div>
          <Button type="submit" variant="primary" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  )
}
