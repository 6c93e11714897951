import type { Capability, UserRecord } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form } from '@flagyard/ui/Form'
import { Checkbox, TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { useChange } from '../../lib/useChange.ts'
import { ProofFields, proofOf } from '../auth/ProofFields.tsx'
import styles from './UserPage.module.css'

/** What may be changed by whom: `owner` gives roles and capabilities, `support` the rest (DOMAIN §1). */
export function UserForm({ user }: { user: UserRecord }) {
  const own = useCapabilities()
  if (!own.has('support') && !own.has('owner')) return null
  return (
    <div className="stack">
      {own.has('support') && <Profile user={user} />}
      {own.has('owner') && <Rights user={user} />}
    </div>
  )
}

function Profile({ user }: { user: UserRecord }) {
  const { change, busy, fault } = useChange<UserRecord>('users', 'Saved')
  const save = (values: FormData) => change(user, fieldsOf(values))
  return (
    <section className={styles.card} aria-label="Profile">
      <h2 className={styles.title}>Profile</h2>
      <Form name="profile" onSubmit={(values) => void save(values)}>
        <TextField label="Name" name="full_name" required defaultValue={user.full_name} error={fault('full_name')} />
        <TextField label="E-mail" name="email" type="email" required defaultValue={user.email} error={fault('email')} />
        <div className={styles.pair}>
          <TextField label="Company" name="company" defaultValue={user.company ?? ''} error={fault('company')} />
          <TextField
            label="Country"
            name="country"
            maxLength={2}
            hint="Two letters"
            defaultValue={user.country ?? ''}
            error={fault('country')}
          />
        </div>
        <TextField
          label="Extra exam time"
          name="accommodation"
          type="number"
          min={0}
          max={200}
          required
          hint="In percent of the exam’s duration"
          defaultValue={user.accommodation}
          error={fault('accommodation')}
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </div>
      </Form>
    </section>
  )
}

const fieldsOf = (values: FormData) => ({
  full_name: String(values.get('full_name')),
  email: String(values.get('email')),
  company: String(values.get('company')).trim() || null,
  country: String(values.get('country')).trim().toUpperCase() || null,
  accommodation: Number(values.get('accommodation')),
})

const capabilities: [Capability, string][] = [
  ['owner', 'Owner: roles, capabilities, settings'],
  ['support', 'Support: learners and what they hold'],
  ['content', 'Content: courses, labs, exams, forms'],
  ['finance', 'Finance: orders, refunds, vouchers'],
  ['cloud', 'Cloud: accounts and deployments'],
]

function Rights({ user }: { user: UserRecord }) {
  const { change, busy, fault } = useChange<UserRecord>('users', 'Rights changed; they act from the next call on')
  const [asked, setAsked] = useState<Record<string, unknown> | null>(null)
  const ask = (values: FormData) =>
    setAsked({
      roles: values.get('admin') === null ? ['user'] : ['user', 'admin'],
      capabilities: values.get('admin') === null ? [] : values.getAll('capability'),
    })
  const prove = async (values: FormData) => {
    if (await change(user, { ...asked, ...proofOf(values) })) setAsked(null)
  }
  return (
    <section className={styles.card} aria-label="Rights">
      <h2 className={styles.title}>Rights</h2>
      <Form name="rights" onSubmit={ask}>
        <Checkbox
          label="Administrator: may read everything here"
          name="admin"
          defaultChecked={user.roles.includes('admin')}
        />
        <fieldset className={styles.ticks}>
          <legend>Capabilities of an administrator</legend>
          {capabilities.map(([capability, label]) => (
            <Checkbox
              key={capability}
              label={label}
              name="capability"
              value={capability}
              defaultChecked={user.capabilities.includes(capability)}
            />
          ))}
        </fieldset>
        <div className="row">
          <Button type="submit" variant="primary">
            Save the rights
          </Button>
        </div>
      </Form>
      <Dialog
        open={asked !== null}
        title={`The rights of ${user.username}`}
        onClose={() => setAsked(null)}
        closeOnOutsideClick={false}
      >
        <Form name="rights-proof" onSubmit={prove}>
          <p>Rights open what others keep here, so show that it is you.</p>
          {(fault('roles') ?? fault('capabilities')) && <p role="alert">{fault('roles') ?? fault('capabilities')}</p>}
          <ProofFields purpose="to give rights" fault={fault} />
          <div className="row">
            <Button type="submit" variant="primary" busy={busy}>
              Give these rights
            </Button>
            <Button onClick={() => setAsked(null)}>Leave them</Button>
          </div>
        </Form>
      </Dialog>
    </section>
  )
}
